package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A JSON merge patch (RFC 7386): an object with the fields that change, null for those that go. A list is replaced as a
 * whole.
 *
 * <p>A merge patch cannot set a field to null; null and absent are the same to it, as they are to Kubernetes.
 *
 * @param document the patch
 */
public record MergePatch(Json document) implements Patch {
    /**
     * {@return the smallest patch that makes the second document of the first} Fields of objects that are null in the
     * second are taken as absent.
     */
    public static MergePatch between(Json before, Json after) {
        return new MergePatch(
                before instanceof Json.Obj from && after instanceof Json.Obj to ? difference(from, to) : after);
    }

    /**
     * {@return the smallest patch that makes the second value of the first} Fields that the codec does not know are
     * not part of either value, so whatever the server has in them stays.
     */
    public static <T> MergePatch between(Codec<T> codec, T before, T after) {
        return between(JsonTrees.toTree(codec, before), JsonTrees.toTree(codec, after));
    }

    private static Json.Obj difference(Json.Obj before, Json.Obj after) {
        Map<String, Json> patch = new LinkedHashMap<>();
        after.fields().forEach((name, wanted) -> {
            Json present = before.get(name);
            if (present == null) {
                if (!(wanted instanceof Json.Null)) {
                    patch.put(name, wanted);
                }
            } else if (present instanceof Json.Obj from && wanted instanceof Json.Obj to) {
                Json.Obj inner = difference(from, to);
                if (!inner.fields().isEmpty()) {
                    patch.put(name, inner);
                }
            } else if (!present.equals(wanted)) {
                patch.put(name, wanted);
            }
        });
        for (String name : before.fields().keySet()) {
            if (after.get(name) == null) {
                patch.put(name, Json.Null.INSTANCE);
            }
        }
        return new Json.Obj(patch);
    }

    /** {@return whether this patch changes nothing in any object} */
    public boolean isEmpty() {
        return document instanceof Json.Obj patch && patch.fields().isEmpty();
    }

    /** {@return a document with this patch applied} */
    public Json apply(Json target) {
        return merge(target, document);
    }

    private static Json merge(Json target, Json patch) {
        if (!(patch instanceof Json.Obj changes)) {
            return patch;
        }
        Map<String, Json> fields = new LinkedHashMap<>(target instanceof Json.Obj object ? object.fields() : Map.of());
        changes.fields().forEach((name, change) -> {
            if (change instanceof Json.Null) {
                fields.remove(name);
            } else {
                fields.put(name, merge(fields.getOrDefault(name, Json.Null.INSTANCE), change));
            }
        });
        return new Json.Obj(fields);
    }

    @Override
    public String contentType() {
        return "application/merge-patch+json";
    }

    @Override
    public RawJson body() {
        return RawJson.of(document);
    }
}
