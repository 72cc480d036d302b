package dev.konverge.controller;

import dev.konverge.informer.Indexer;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.Map;
import java.util.Optional;

/** The caches of the kinds that one controller declared. */
final class Caches {
    /** The index of objects by the uid of the object that controls them. */
    static final String BY_CONTROLLER = "konverge.controller";

    private final String controller;
    private final String namespace;
    private final Map<GroupVersionKind, Indexer<? extends Resource>> indexers;

    /** Caches of objects in one namespace, or in all if it is empty, and of those that have none. */
    Caches(String controller, String namespace, Map<GroupVersionKind, Indexer<? extends Resource>> indexers) {
        this.controller = controller;
        this.namespace = namespace;
        this.indexers = Map.copyOf(indexers);
    }

    /**
     * {@return the cache of a kind}
     *
     * @throws UndeclaredKindException if there is none
     */
    <R extends Resource> Indexer<R> of(ResourceType<R> type) {
        return find(type).orElseThrow(() -> new UndeclaredKindException(controller, type));
    }

    /** {@return whether there is a cache that shows an object, sooner or later} */
    boolean show(Resource object) {
        return indexers.containsKey(object.resourceType().groupVersionKind())
                && (namespace.isEmpty()
                        || !object.key().isNamespaced()
                        || object.key().namespace().equals(namespace));
    }

    @SuppressWarnings("unchecked") // What is kept under a kind was made for the type with that kind.
    <R extends Resource> Optional<Indexer<R>> find(ResourceType<R> type) {
        return Optional.ofNullable((Indexer<R>) indexers.get(type.groupVersionKind()));
    }
}
