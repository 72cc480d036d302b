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
    private final Map<GroupVersionKind, Indexer<? extends Resource>> indexers;

    Caches(String controller, Map<GroupVersionKind, Indexer<? extends Resource>> indexers) {
        this.controller = controller;
        this.indexers = Map.copyOf(indexers);
    }

    /** {@return the cache of a kind} @throws UndeclaredKindException if there is none */
    <R extends Resource> Indexer<R> of(ResourceType<R> type) {
        return find(type).orElseThrow(() -> new UndeclaredKindException(controller, type));
    }

    @SuppressWarnings("unchecked") // What is kept under a kind was made for the type with that kind.
    <R extends Resource> Optional<Indexer<R>> find(ResourceType<R> type) {
        return Optional.ofNullable((Indexer<R>) indexers.get(type.groupVersionKind()));
    }
}
