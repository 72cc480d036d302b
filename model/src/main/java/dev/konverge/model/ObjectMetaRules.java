package dev.konverge.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@link ObjectMeta} can do beyond holding its fields. */
sealed interface ObjectMetaRules permits ObjectMeta {
    @Nullable
    String name();

    @Nullable
    String namespace();

    @Nullable
    String uid();

    @Nullable
    String resourceVersion();

    @Nullable
    Instant deletionTimestamp();

    Map<String, String> labels();

    Map<String, String> annotations();

    List<OwnerReference> ownerReferences();

    List<String> finalizers();

    ObjectMeta.Builder toBuilder();

    private ObjectMeta self() {
        return (ObjectMeta) this;
    }

    /** {@return the namespace and name, each empty where it is absent} */
    default Key key() {
        String namespace = namespace();
        String name = name();
        return new Key(namespace == null ? "" : namespace, name == null ? "" : name);
    }

    /** {@return the version, {@link ResourceVersion#NONE} where the object was never stored} */
    default ResourceVersion version() {
        return ResourceVersion.of(resourceVersion());
    }

    /** {@return whether deletion has been asked for; the object stays until its finalizers are gone} */
    default boolean isBeingDeleted() {
        return deletionTimestamp() != null;
    }

    /** {@return the value of a label, if it is there} */
    default Optional<String> findLabel(String key) {
        return Optional.ofNullable(labels().get(key));
    }

    /** {@return the value of an annotation, if it is there} */
    default Optional<String> findAnnotation(String key) {
        return Optional.ofNullable(annotations().get(key));
    }

    /** {@return a copy with a label set} */
    default ObjectMeta withLabel(String key, String value) {
        return toBuilder().labels(with(labels(), key, value)).build();
    }

    /** {@return a copy with an annotation set} */
    default ObjectMeta withAnnotation(String key, String value) {
        return toBuilder().annotations(with(annotations(), key, value)).build();
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        Map<String, String> copy = new TreeMap<>(map);
        copy.put(key, value);
        return copy;
    }

    /** {@return whether a finalizer is there} */
    default boolean hasFinalizer(String finalizer) {
        return finalizers().contains(finalizer);
    }

    /** {@return these metadata with a finalizer added behind the others, unless it is there already} */
    default ObjectMeta withFinalizer(String finalizer) {
        if (hasFinalizer(finalizer)) {
            return self();
        }
        List<String> finalizers = new ArrayList<>(finalizers());
        finalizers.add(finalizer);
        return toBuilder().finalizers(finalizers).build();
    }

    /** {@return these metadata without a finalizer} */
    default ObjectMeta withoutFinalizer(String finalizer) {
        if (!hasFinalizer(finalizer)) {
            return self();
        }
        return toBuilder()
                .finalizers(finalizers().stream()
                        .filter(other -> !other.equals(finalizer))
                        .toList())
                .build();
    }

    /** {@return the reference to the controller that manages the object, if there is one} */
    default Optional<OwnerReference> findController() {
        for (OwnerReference reference : ownerReferences()) {
            if (reference.isController()) {
                return Optional.of(reference);
            }
        }
        return Optional.empty();
    }

    /** {@return the reference to the owner with that uid, if there is one} */
    default Optional<OwnerReference> findOwner(String uid) {
        return ownerReferences().stream()
                .filter(reference -> uid.equals(reference.uid()))
                .findFirst();
    }

    /**
     * {@return these metadata with an owner added, or put in the place of the reference to the same object}
     *
     * @throws IllegalStateException if this would be a second controller
     */
    default ObjectMeta withOwner(OwnerReference owner) {
        List<OwnerReference> owners = new ArrayList<>();
        boolean placed = false;
        for (OwnerReference other : ownerReferences()) {
            if (Objects.equals(other.uid(), owner.uid())) {
                owners.add(owner);
                placed = true;
            } else if (owner.isController() && other.isController()) {
                throw new IllegalStateException("\"" + key() + "\" is already controlled by " + other.kind() + " \""
                        + other.name() + "\", so it cannot be controlled by " + owner.kind() + " \"" + owner.name()
                        + "\" too");
            } else {
                owners.add(other);
            }
        }
        if (!placed) {
            owners.add(owner);
        }
        return toBuilder().ownerReferences(owners).build();
    }

    /** {@return these metadata without the reference to the owner with that uid} */
    default ObjectMeta withoutOwner(String uid) {
        return toBuilder()
                .ownerReferences(ownerReferences().stream()
                        .filter(reference -> !uid.equals(reference.uid()))
                        .toList())
                .build();
    }
}
