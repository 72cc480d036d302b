package dev.konverge.controller;

import dev.konverge.model.OwnerReference;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.codec.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Puts the reference to a controlling object into others. */
final class Ownership {
    private Ownership() {}

    /**
     * {@return the references of an object with one more owner, its controller}
     *
     * @throws IllegalArgumentException if such a reference means nothing to the garbage collector, or there is another
     *     controller
     */
    static RawJson control(Resource owner, Resource owned) {
        if (owner.key().isNamespaced()
                && !owner.key().namespace().equals(owned.key().namespace())) {
            throw new IllegalArgumentException(
                    owner.kind() + " \"" + owner.key() + "\" cannot own " + owned.kind() + " \"" + owned.key()
                            + "\": an owner with a namespace owns only objects in that namespace; "
                            + remedy(owner, owned));
        }
        OwnerReference reference = owner.controllerReference();
        List<OwnerReference> references = new ArrayList<>(1);
        for (OwnerReference other : owned.metadata().ownerReferences()) {
            if (Objects.equals(other.uid(), reference.uid())) {
                continue;
            }
            if (Boolean.TRUE.equals(other.controller())) {
                throw new IllegalArgumentException(owned.kind() + " \"" + owned.key() + "\" already has a controller, "
                        + other.kind() + " \"" + other.name() + '"');
            }
            references.add(other);
        }
        references.add(reference);
        JsonWriter out = new JsonWriter();
        out.list(references, OwnerReference.CODEC);
        byte[] all = out.toByteArray();
        return RawJson.ofChecked(all, 0, all.length);
    }

    /** A namespace that is not there was most likely forgotten. */
    private static String remedy(Resource owner, Resource owned) {
        return owned.key().isNamespaced()
                ? "use applyUnowned"
                : "set its namespace to \"" + owner.key().namespace() + "\", or use applyUnowned if its kind has none";
    }
}
