package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.client.ResourceClient;
import dev.konverge.informer.DoneChecker;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.HandlerOptions;
import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The informers of a manager, shared by all controllers: one a kind, or one for each of several namespaces. Not safe for use by several
 * threads.
 */
final class Informers {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final ManagerSettings settings;
    private final Platform platform;
    private final ClientSet clients;
    private final Map<CacheSettings.Id, Kept<? extends Resource>> byKind = new LinkedHashMap<>();

    /** The informers of a kind, what each asks the server with, and what they keep. */
    private record Kept<R extends Resource>(
            List<ResourceClient<R>> clients,
            ListerWatcher.Tweak selection,
            List<SharedInformer<R>> informers,
            KindCache<R> cache) {
        /** Asks as the informers do: rights may end where the selection does. */
        boolean isServed() {
            ListOptions one = selection.list(ListOptions.NONE.withLimit(1));
            try {
                clients.forEach(client -> client.list(one));
                return true;
            } catch (ApiException.NotFound unserved) {
                return false;
            }
        }
    }

    Informers(ManagerSettings settings, ClientSet clients) {
        this.settings = settings;
        this.platform = settings.platform();
        this.clients = clients;
    }

    @SuppressWarnings("unchecked") // What is kept under a codec was made for the type with that codec.
    private <R extends Resource> Kept<R> of(ResourceType<R> type) {
        return (Kept<R>) byKind.computeIfAbsent(CacheSettings.Id.of(type), id -> make(type));
    }

    private <R extends Resource> Kept<R> make(ResourceType<R> type) {
        CacheSettings<R> cache = settings.cacheOf(type);
        List<ResourceClient<R>> asked = new ArrayList<>();
        List<SharedInformer<R>> informers = new ArrayList<>();
        Map<String, Indexer<R>> copies = new LinkedHashMap<>();
        for (String namespace : namespacesOf(type, cache)) {
            ResourceClient<R> client = clients.resource(type).in(namespace);
            SharedInformer<R> informer = make(type, namespace, client, cache);
            asked.add(client);
            informers.add(informer);
            copies.put(namespace, informer.indexer());
        }
        return new Kept<>(asked, cache.selection(), informers, new KindCache<>(type, cache, copies));
    }

    /** {@return the namespaces that an informer is needed for; an empty name for one of all} */
    private Set<String> namespacesOf(ResourceType<?> type, CacheSettings<?> cache) {
        Set<String> namespaces = cache.namespaces().orElse(settings.namespaces());
        return type.namespaced() && !namespaces.isEmpty() ? new TreeSet<>(namespaces) : Set.of("");
    }

    private <R extends Resource> SharedInformer<R> make(
            ResourceType<R> type, String namespace, ResourceClient<R> client, CacheSettings<R> cache) {
        return SharedInformer.builder(platform, ListerWatcher.of(client, cache.selection(), cache.decoding()))
                .name(nameOf(type, namespace))
                .metrics(settings.monitor().informers())
                .resyncPeriod(settings.resyncOf(type))
                .transform(cache::kept)
                .indexers(Map.<String, IndexFunction<Resource>>of(Caches.BY_CONTROLLER, Informers::controllerOf))
                .build();
    }

    /** Two groups may have kinds of the same plural, and one kind may be looked at in several namespaces and forms. */
    private String nameOf(ResourceType<?> type, String namespace) {
        String name = type.group().isEmpty() ? type.plural() : type.plural() + '.' + type.group();
        String form = name + (PartialObjectMetadata.isFormOf(type) ? " metadata" : number(type));
        return namespace.isEmpty() || settings.namespaces().equals(Set.of(namespace))
                ? form
                : form + " in " + namespace;
    }

    /** {@return nothing, but from the second on a number where one kind is kept as objects of several classes} */
    private String number(ResourceType<?> type) {
        long others = byKind.values().stream()
                .map(Kept::cache)
                .filter(cache ->
                        !cache.isOfMetadata() && cache.type().groupVersionKind().equals(type.groupVersionKind()))
                .count();
        return others == 0 ? "" : " (" + (others + 1) + ')';
    }

    private static List<String> controllerOf(Resource object) {
        return object.findController().map(owner -> owner.uid()).stream().toList();
    }

    /** {@return what is kept of a kind} From now on that is watched. */
    <R extends Resource> KindCache<R> cacheOf(ResourceType<R> type) {
        return of(type).cache();
    }

    <R extends Resource> void index(ResourceType<R> type, String name, IndexFunction<? super R> values) {
        of(type).informers().forEach(informer -> informer.addIndexers(Map.of(name, values)));
    }

    /** {@return what tells that all that was there at the start can be read} */
    List<DoneChecker> synced(ResourceType<?> type) {
        return of(type).informers().stream().map(SharedInformer::synced).toList();
    }

    /** Adds a handler, which may be called by several threads. {@return what tells that it knows all that was there at the start} */
    <R extends Resource> List<DoneChecker> listen(
            ResourceType<R> type, EventHandler<R> handler, HandlerOptions options) {
        return of(type).informers().stream()
                .map(informer -> informer.addHandler(handler, options).synced())
                .toList();
    }

    private Stream<SharedInformer<? extends Resource>> all() {
        return byKind.values().stream().flatMap(kept -> kept.informers().stream());
    }

    /**
     * Asks the server for every kind, those that it does not serve again for that long.
     *
     * @return the kinds that it does not serve even then
     * @throws ApiException if it refuses for another reason, or cannot be asked
     */
    List<ResourceType<?>> awaitServed(Duration patience) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(patience);
        List<Kept<? extends Resource>> missing = new ArrayList<>(byKind.values());
        missing.removeIf(Kept::isServed);
        while (!missing.isEmpty() && platform.clock().nanoTime() < deadline) {
            platform.sleep(LOOK);
            missing.removeIf(Kept::isServed);
        }
        return missing.stream()
                .<ResourceType<?>>map(kept -> kept.cache().type())
                .toList();
    }

    /** {@return how long ago the server was last heard of, by the informer that has waited longest} */
    Duration silence() {
        return all().map(informer -> informer.gauges().silence())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** {@return how long ago the server last said that nothing is missing, by the informer for which that is longest} */
    Duration staleness() {
        return all().map(informer -> informer.gauges().staleness())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Informers at work. */
    @FunctionalInterface
    interface Running extends AutoCloseable {
        /** Stops all, the last one first. */
        @Override
        void close();
    }

    /** Starts all. */
    Running start() {
        Deque<SharedInformer.Running> running = new ArrayDeque<>();
        all().forEach(informer -> running.push(informer.start()));
        return () -> running.forEach(SharedInformer.Running::close);
    }
}
