package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.OwnerReference;
import dev.konverge.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Puts the reference to a controlling object into others. */
final class Ownership {
    private Ownership() {}

    /**
     * {@return the object with one more owner, its controller}
     *
     * @throws IllegalArgumentException if such a reference means nothing to the garbage collector, or there is another
     *     controller
     */
    static Json.Obj control(Resource owner, Resource owned, Json.Obj content) {
        if (owner.key().isNamespaced()
                && !owner.key().namespace().equals(owned.key().namespace())) {
            throw new IllegalArgumentException(
                    owner.kind() + " \"" + owner.key() + "\" cannot own " + owned.kind() + " \"" + owned.key()
                            + "\": an owner with a namespace owns only objects in that namespace; use applyUnowned");
        }
        OwnerReference reference = owner.controllerReference();
        List<Json> references = new ArrayList<>();
        for (OwnerReference other : owned.metadata().ownerReferences()) {
            if (Objects.equals(other.uid(), reference.uid())) {
                continue;
            }
            if (Boolean.TRUE.equals(other.controller())) {
                throw new IllegalArgumentException(owned.kind() + " \"" + owned.key() + "\" already has a controller, "
                        + other.kind() + " \"" + other.name() + '"');
            }
            references.add(Trees.of(OwnerReference.CODEC, other));
        }
        references.add(Trees.of(OwnerReference.CODEC, reference));
        return Trees.with(
                content,
                "metadata",
                Trees.with(Trees.objectIn(content, "metadata"), "ownerReferences", new Json.Arr(references)));
    }
}
