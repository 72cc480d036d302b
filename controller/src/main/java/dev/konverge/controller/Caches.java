package dev.konverge.controller;

import dev.konverge.informer.UnknownIndexException;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The caches of the kinds that one controller declared. */
final class Caches implements CacheReader {
    /** The index of objects by the uid of the object that controls them. */
    static final String BY_CONTROLLER = "konverge.controller";

    private final String controller;
    private final Map<CacheSettings.Id, KindCache<?>> caches = new HashMap<>();

    /** The same: the caches of a kind, in whatever form. Every write asks for them. */
    private final Map<GroupVersionKind, List<KindCache<?>>> byKind = new HashMap<>();

    Caches(String controller, Collection<? extends KindCache<?>> all) {
        this.controller = controller;
        all.forEach(cache -> caches.put(CacheSettings.Id.of(cache.type()), cache));
        caches.values()
                .forEach(cache -> byKind.computeIfAbsent(cache.type().groupVersionKind(), kind -> new ArrayList<>(1))
                        .add(cache));
    }

    /** {@return those that a controller declared, with its indexes} */
    static Caches of(ControllerBuilder<?> controller, Informers informers) {
        controller.indexes.forEach(index -> index(controller.name, index, informers));
        return new Caches(
                controller.name, controller.declared().map(informers::cacheOf).toList());
    }

    private static <R extends Resource> void index(
            String controller, ControllerBuilder.Index<R> index, Informers informers) {
        informers.index(
                index.type(),
                indexName(controller, index.name()),
                new LenientIndex<>(controller, index.name(), index.values()));
    }

    /**
     * {@return the cache of a kind}
     *
     * @throws UndeclaredKindException if there is none
     * @throws IllegalArgumentException if there is, but it holds objects of another type
     */
    <R extends Resource> KindCache<R> of(ResourceType<R> type) {
        return find(type).orElseThrow(() -> missing(type));
    }

    private RuntimeException missing(ResourceType<?> type) {
        return ofKind(type).isEmpty()
                ? new UndeclaredKindException(controller, type)
                : new IllegalArgumentException("controller \"" + controller + "\" declared " + type
                        + " with another codec: read it as the type that was declared");
    }

    @SuppressWarnings("unchecked") // What is kept under a codec was made for the type with that codec.
    <R extends Resource> Optional<KindCache<R>> find(ResourceType<R> type) {
        return Optional.ofNullable((KindCache<R>) caches.get(CacheSettings.Id.of(type)));
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
        KindCache<R> cache = of(type);
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
        // With its length: who knows where a name ends that has a slash in it?
        return controller.length() + "/" + controller + '/' + index;
    }

    /** {@return the caches of a kind, in whatever form} */
    private List<KindCache<?>> ofKind(ResourceType<?> type) {
        return byKind.getOrDefault(type.groupVersionKind(), List.of());
    }

    /** {@return the types of the caches that show an object that was written, sooner or later} */
    List<ResourceType<?>> showing(Resource object) {
        List<ResourceType<?>> types = new ArrayList<>(1);
        for (KindCache<?> cache : ofKind(object.resourceType())) {
            if (cache.shows(object)) {
                types.add(cache.type());
            }
        }
        return types;
    }

    /** {@return whether there is a cache of the kind that does not show an object, though it may show how it was before} */
    boolean leaveOut(Resource object) {
        for (KindCache<?> cache : ofKind(object.resourceType())) {
            if (!cache.shows(object)) {
                return true;
            }
        }
        return false;
    }

    /** {@return what the caches of a kind have under a key, in whatever form} */
    List<Resource> findAll(ResourceType<?> type, Key key) {
        return ofKind(type).stream()
                .flatMap(cache -> cache.findByKey(key).stream())
                .<Resource>map(object -> object)
                .toList();
    }

    /**
     * {@return the type that a kind was declared as}
     *
     * @throws UndeclaredKindException if it was not
     */
    ResourceType<? extends Resource> declared(ResourceType<?> type) {
        List<KindCache<?>> all = ofKind(type);
        if (all.isEmpty()) {
            throw new UndeclaredKindException(controller, type);
        }
        return all.getFirst().type();
    }

    /**
     * {@return the cache that an object of a type is found in, if there is one: that of the type, or else one of whole objects of another} One that
     * does not shorten them comes first.
     */
    private Optional<KindCache<?>> keeperOf(ResourceType<?> wanted) {
        Optional<KindCache<?>> same = find(wanted).map(cache -> cache);
        return same.or(() -> ofKind(wanted).stream()
                .filter(cache -> !cache.isOfMetadata())
                .min(Comparator.comparing(KindCache::isTransformed)));
    }

    /** {@return an object, if there is a cache of such} It is of the wanted type, of whatever type those in the cache are. */
    <R extends Resource> Optional<R> lookUp(ResourceType<R> wanted, Key key) {
        return keeperOf(wanted).flatMap(cache -> cache.findAs(wanted, key));
    }

    /** {@return an object that was written, as {@link #lookUp} is going to find it; all of it if it does not} */
    <R extends Resource> R kept(R whole) {
        return keeperOf(Trees.typeOf(whole))
                .flatMap(cache -> cache.findKept(whole))
                .orElse(whole);
    }

    /** {@return whether there may be more of an object than {@link #lookUp} finds} */
    boolean shorten(ResourceType<?> type) {
        return keeperOf(type).filter(KindCache::isTransformed).isPresent();
    }

    /** {@return a type with the place in the API that its kind was declared with, if it was} */
    <R extends Resource> Optional<ResourceType<R>> findServed(ResourceType<R> type) {
        return ofKind(type).stream()
                .findFirst()
                .map(cache -> type.served(cache.type().plural(), cache.type().namespaced()));
    }
}
