package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /**
     * {@return whether this patch replaces a list of that document that has objects in it} What such an object has beside what the
     * document tells of it goes then; {@link #sparing} keeps it.
     */
    public boolean replacesObjectsOf(Json target) {
        return replacesObjects(document, target);
    }

    /**
     * {@return a patch that changes as much of an object as this one, and leaves all else in it}, also what is in the elements of lists
     * that change, as {@link Carryover} tells
     *
     * @param whole the object
     * @param understood what was understood of it, from which this patch was made
     */
    public MergePatch sparing(Json whole, Json understood) {
        return between(whole, Carryover.of(whole, understood, apply(understood)));
    }

    private static boolean replacesObjects(Json patch, @Nullable Json target) {
        if (patch instanceof Json.Arr) {
            return target instanceof Json.Arr list
                    && list.items().stream().anyMatch(item -> item instanceof Json.Obj || item instanceof Json.Arr);
        }
        if (patch instanceof Json.Obj changes && target instanceof Json.Obj object) {
            for (Map.Entry<String, Json> change : changes.fields().entrySet()) {
                if (replacesObjects(change.getValue(), object.get(change.getKey()))) {
                    return true;
                }
            }
        }
        return false;
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
