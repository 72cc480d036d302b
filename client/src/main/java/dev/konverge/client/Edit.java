package dev.konverge.client;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.Unstructured;
import dev.konverge.model.codec.Codec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Makes the patch of an edit: the difference, on the condition that the object is still the one that was read. */
final class Edit {
    private Edit() {}

    /**
     * {@return the patch, or nothing if the change changes nothing}
     *
     * @param whole reads the object with what the codec does not know; asked only where a list of objects changes, which a merge patch
     *     replaces
     */
    static <T extends Resource> Optional<MergePatch> of(
            Codec<T> codec, T object, UnaryOperator<T> change, Supplier<Optional<Unstructured>> whole) {
        String version = object.metadata().resourceVersion();
        if (version == null || version.isEmpty()) {
            throw new IllegalArgumentException("only an object that was read from a server can be edited, and "
                    + object.kind() + " \"" + object.key() + "\" has no version");
        }
        T changed = change.apply(object);
        if (!changed.key().equals(object.key())) {
            throw new IllegalArgumentException(
                    "an edit cannot rename \"" + object.key() + "\" to \"" + changed.key() + '"');
        }
        Json seen = Json.from(codec, object);
        MergePatch patch = MergePatch.between(seen, Json.from(codec, changed));
        return patch.isEmpty() ? Optional.empty() : Optional.of(onlyAt(version, sparing(patch, version, seen, whole)));
    }

    /** If there is another version by now, it is a conflict in any case. */
    private static MergePatch sparing(
            MergePatch patch, String version, Json seen, Supplier<Optional<Unstructured>> whole) {
        return patch.replacesObjectsOf(seen)
                ? whole.get()
                        .filter(all -> version.equals(all.metadata().resourceVersion()))
                        .map(all -> patch.sparing(all.content(), seen))
                        .orElse(patch)
                : patch;
    }

    private static MergePatch onlyAt(String version, MergePatch patch) {
        Map<String, Json> fields = new LinkedHashMap<>(((Json.Obj) patch.document()).fields());
        Map<String, Json> metadata =
                new LinkedHashMap<>(fields.get("metadata") instanceof Json.Obj changes ? changes.fields() : Map.of());
        metadata.put("resourceVersion", Json.of(version));
        fields.put("metadata", new Json.Obj(metadata));
        return new MergePatch(new Json.Obj(fields));
    }
}
