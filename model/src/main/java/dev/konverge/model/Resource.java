package dev.konverge.model;

import java.util.Optional;

/**
 * An object of the API: a kind, metadata, and whatever else the kind has.
 *
 * <p>Implementations are immutable and compare by value. {@link #metadata()} is never null: an object without metadata
 * has {@linkplain ObjectMeta empty} metadata.
 */
public interface Resource {
    /** {@return the object's metadata, empty rather than null} */
    ObjectMeta metadata();

    /** {@return what kind of object this is and where such objects are served} */
    ResourceType<?> resourceType();

    /** {@return the group and version of the kind: {@code apps/v1}, or {@code v1} for the core group} */
    default String apiVersion() {
        return resourceType().apiVersion();
    }

    /** {@return the name of the kind} */
    default String kind() {
        return resourceType().kind();
    }

    /** {@return the namespace and name} */
    default Key key() {
        return metadata().key();
    }

    /** {@return the reference to the controller that manages this object, if there is one} */
    default Optional<OwnerReference> findController() {
        return metadata().findController();
    }

    /** {@return whether the other object is the controller that manages this one} */
    default boolean isControlledBy(Resource owner) {
        return findController().filter(reference -> reference.refersTo(owner)).isPresent();
    }

    /**
     * {@return a reference to this object as one of the owners of another} The other is deleted once all its owners are.
     *
     * @throws IllegalStateException if the server has not given this object a name and a uid yet
     */
    default OwnerReference ownerReference() {
        String name = metadata().name();
        String uid = metadata().uid();
        if (name == null || uid == null) {
            throw new IllegalStateException(kind() + " \"" + key() + "\" cannot own anything: it has no "
                    + (name == null ? "name" : "uid") + " yet");
        }
        return OwnerReference.builder()
                .apiVersion(apiVersion())
                .kind(kind())
                .name(name)
                .uid(uid)
                .build();
    }

    /**
     * {@return a reference to this object as the controller of another} With foreground deletion, this object stays
     * until the other is gone.
     *
     * @throws IllegalStateException if the server has not given this object a name and a uid yet
     */
    default OwnerReference controllerReference() {
        return ownerReference().toBuilder()
                .controller(true)
                .blockOwnerDeletion(true)
                .build();
    }
}
