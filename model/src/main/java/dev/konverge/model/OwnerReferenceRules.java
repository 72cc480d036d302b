package dev.konverge.model;

import org.jspecify.annotations.Nullable;

/** What {@link OwnerReference} can do beyond holding its fields. */
sealed interface OwnerReferenceRules permits OwnerReference {
    @Nullable
    String apiVersion();

    @Nullable
    String kind();

    @Nullable
    String name();

    @Nullable
    String uid();

    @Nullable
    Boolean controller();

    /** {@return whether the owner is the controller, of which there is at most one} */
    default boolean isController() {
        return Boolean.TRUE.equals(controller());
    }

    /** {@return whether this refers to an object: by its uid alone, since a name may be used again} */
    default boolean refersTo(Resource owner) {
        String uid = uid();
        return uid != null && !uid.isEmpty() && uid.equals(owner.metadata().uid());
    }

    /**
     * {@return the full name of the owner's kind}
     *
     * @throws IllegalArgumentException if {@code apiVersion} has more than one slash
     */
    default GroupVersionKind groupVersionKind() {
        String apiVersion = apiVersion();
        String kind = kind();
        return GroupVersionKind.of(apiVersion == null ? "" : apiVersion, kind == null ? "" : kind);
    }
}
