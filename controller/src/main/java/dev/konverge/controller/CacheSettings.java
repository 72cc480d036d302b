package dev.konverge.controller;

import dev.konverge.informer.ListerWatcher;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link CacheBuilder} had been told.
 *
 * @param namespaces those that are looked at, all if there are none; nothing if that is up to the manager
 */
record CacheSettings<R extends Resource>(
        Selector labels,
        FieldSelector fields,
        Optional<UnaryOperator<R>> transform,
        boolean keepsManagedFields,
        Optional<Set<String>> namespaces) {
    /** Which cache it is: one kind can be kept in more than one form, such as whole and as metadata. */
    record Id(GroupVersionKind kind, Codec<?> codec) {
        static Id of(ResourceType<?> type) {
            return new Id(type.groupVersionKind(), type.codec());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Id that && codec.equals(that.codec) && kind.equals(that.kind);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + codec.hashCode();
        }
    }

    /** {@return those of a cache of which nothing was said} */
    static <R extends Resource> CacheSettings<R> standard() {
        return new CacheSettings<>(
                Selector.everything(), FieldSelector.EVERYTHING, Optional.empty(), false, Optional.empty());
    }

    static Set<String> namespaces(String... names) {
        Set<String> all = new TreeSet<>(Arrays.asList(names));
        if (all.contains("")) {
            throw new IllegalArgumentException("one of the namespaces has no name: " + all);
        }
        return Set.copyOf(all);
    }

    ListerWatcher.Tweak selection() {
        return ListerWatcher.Tweak.select(labels.expression(), fields.toString());
    }

    DecodeOptions decoding() {
        return DecodeOptions.STANDARD.withManagedFields(keepsManagedFields);
    }

    /**
     * {@return an object as it is kept}
     *
     * @throws IllegalStateException if the transform takes away what the runtime lives by
     */
    R kept(R whole) {
        if (transform.isEmpty()) {
            return whole;
        }
        R kept = transform.get().apply(whole);
        if (!vitals(kept.metadata()).equals(vitals(whole.metadata()))) {
            throw new IllegalStateException("the transform of " + whole.kind() + " \"" + whole.key()
                    + "\" must leave its name, uid, version, generation, deletion, finalizers and owners alone");
        }
        return kept;
    }

    private static List<?> vitals(ObjectMeta metadata) {
        return Arrays.asList(
                metadata.key(),
                metadata.uid(),
                metadata.resourceVersion(),
                metadata.generation(),
                metadata.deletionTimestamp(),
                metadata.deletionGracePeriodSeconds(),
                metadata.finalizers(),
                metadata.ownerReferences());
    }

    /**
     * {@return whether a cache with these settings selects an object, apart from its namespace} A server may know a field by another name or with a
     * default. Then this is wrong for objects with that field, which are waited for in vain or not at all.
     */
    boolean selects(Resource object) {
        return labels.matches(object.metadata().labels()) && (fields.isEverything() || Trees.hasFields(object, fields));
    }
}
