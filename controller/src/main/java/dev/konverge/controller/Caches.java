package dev.konverge.controller;

import dev.konverge.informer.Indexer;
import dev.konverge.informer.UnknownIndexException;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The caches of the kinds that one controller declared. */
final class Caches implements CacheReader {
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

    /** {@return those that a controller declared, with its indexes} */
    static Caches of(ControllerBuilder<?> controller, Informers informers) {
        Map<GroupVersionKind, Indexer<? extends Resource>> indexers = new HashMap<>();
        Stream.concat(
                        Stream.of(controller.type),
                        Stream.concat(controller.sources.stream().map(Source::type), controller.reads.stream()))
                .forEach(type ->
                        indexers.put(type.groupVersionKind(), informers.of(type).indexer()));
        controller.indexes.forEach(index -> index(controller.name, index, informers));
        return new Caches(controller.name, informers.namespace(), indexers);
    }

    private static <R extends Resource> void index(
            String controller, ControllerBuilder.Index<R> index, Informers informers) {
        informers.of(index.type()).addIndexers(Map.of(indexName(controller, index.name()), index.values()));
    }

    /**
     * {@return the cache of a kind}
     *
     * @throws UndeclaredKindException if there is none
     */
    <R extends Resource> Indexer<R> of(ResourceType<R> type) {
        return find(type).orElseThrow(() -> new UndeclaredKindException(controller, type));
    }

    @Override
    public <R extends Resource> Optional<R> find(ResourceType<R> type, Key key) {
        return of(type).findByKey(key);
    }

    @Override
    public <R extends Resource> List<R> listAll(ResourceType<R> type) {
        return of(type).list();
    }

    @Override
    public <R extends Resource> List<R> byIndex(ResourceType<R> type, String index, String value) {
        Indexer<R> cache = of(type);
        try {
            return cache.byIndex(indexName(controller, index), value);
        } catch (UnknownIndexException undeclared) {
            throw new IllegalArgumentException(
                    "controller \"" + controller + "\" has no index \"" + index + "\" of " + type
                            + "; declare it with .index(" + type.kind() + ".TYPE, \"" + index + "\", object -> …)",
                    undeclared);
        }
    }

    /** {@return the name of an index in a cache that controllers share: what one calls so may be something else to another} */
    static String indexName(String controller, String index) {
        return controller + '/' + index;
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
