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
    private final Map<GroupVersionKind, Cache<? extends Resource>> byKind = new HashMap<>();

    /** A kind as it was declared, and its objects. */
    private record Cache<R extends Resource>(ResourceType<R> type, Indexer<R> indexer) {
        @SuppressWarnings("unchecked") // What is kept under a type was made for it.
        static <R extends Resource> Cache<R> of(ResourceType<R> type, Indexer<? extends Resource> indexer) {
            return new Cache<>(type, (Indexer<R>) indexer);
        }

        <S extends Resource> Optional<S> find(ResourceType<S> wanted, Key key) {
            return indexer.findByKey(key).map(object -> Trees.as(wanted, type, object));
        }
    }

    /** Caches of objects in one namespace, or in all if it is empty, and of those that have none. */
    Caches(String controller, String namespace, Map<ResourceType<?>, Indexer<? extends Resource>> indexers) {
        this.controller = controller;
        this.namespace = namespace;
        indexers.forEach((type, indexer) -> byKind.put(type.groupVersionKind(), Cache.of(type, indexer)));
    }

    /** {@return those that a controller declared, with its indexes} */
    static Caches of(ControllerBuilder<?> controller, Informers informers) {
        Map<ResourceType<?>, Indexer<? extends Resource>> indexers = new HashMap<>();
        Stream.concat(
                        Stream.of(controller.type),
                        Stream.concat(controller.sources.stream().map(Source::type), controller.reads.stream()))
                .forEach(type -> indexers.put(type, informers.of(type).indexer()));
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
     * @throws IllegalArgumentException if it holds objects of another type
     */
    @SuppressWarnings("unchecked") // The same codec makes objects of the same type.
    <R extends Resource> Indexer<R> of(ResourceType<R> type) {
        Cache<? extends Resource> cache = get(type);
        if (!cache.type().codec().equals(type.codec())) {
            throw new IllegalArgumentException("controller \"" + controller + "\" declared " + type
                    + " with another codec: read it as the type that was declared");
        }
        return (Indexer<R>) cache.indexer();
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

    /**
     * {@return the type that a kind was declared as}
     *
     * @throws UndeclaredKindException if it was not
     */
    ResourceType<? extends Resource> declared(ResourceType<?> type) {
        return get(type).type();
    }

    private Cache<? extends Resource> get(ResourceType<?> type) {
        Cache<? extends Resource> cache = byKind.get(type.groupVersionKind());
        if (cache == null) {
            throw new UndeclaredKindException(controller, type);
        }
        return cache;
    }

    /** {@return whether there is a cache that shows an object, sooner or later} */
    boolean show(Resource object) {
        return byKind.containsKey(object.resourceType().groupVersionKind())
                && (namespace.isEmpty()
                        || !object.key().isNamespaced()
                        || object.key().namespace().equals(namespace));
    }

    /** {@return the cache of a kind, of whatever type its objects are} */
    Optional<? extends Indexer<? extends Resource>> find(ResourceType<?> type) {
        return Optional.ofNullable(byKind.get(type.groupVersionKind())).map(Cache::indexer);
    }

    /** {@return an object, if there is a cache that has it} It is of the wanted type, of whatever type those in the cache are. */
    <R extends Resource> Optional<R> lookUp(ResourceType<R> wanted, Key key) {
        return Optional.ofNullable(byKind.get(wanted.groupVersionKind())).flatMap(cache -> cache.find(wanted, key));
    }

    /** {@return a type with the place in the API that its kind was declared with, if it was} */
    <R extends Resource> Optional<ResourceType<R>> findServed(ResourceType<R> type) {
        return Optional.ofNullable(byKind.get(type.groupVersionKind()))
                .map(cache -> type.served(cache.type().plural(), cache.type().namespaced()));
    }
}
