package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.informer.IndexFunction;
import dev.konverge.informer.InformerMetrics;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The informers of a manager: one a kind, shared by all controllers. Not safe for use by several threads. */
final class Informers {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Platform platform;
    private final ClientSet clients;
    private final String namespace;
    private final InformerMetrics.Provider metrics;
    private final Function<ResourceType<?>, Duration> resync;
    private final Map<GroupVersionKind, Kept<? extends Resource>> byKind = new LinkedHashMap<>();

    /** An informer, and what it asks the server with. */
    private record Kept<R extends Resource>(ResourceClient<R> client, SharedInformer<R> informer) {
        boolean isServed() {
            try {
                client.list(ListOptions.NONE.withLimit(1));
                return true;
            } catch (ApiException.NotFound unserved) {
                return false;
            }
        }
    }

    /**
     * Informers on one namespace, or on all if it is empty.
     *
     * @param resync how often an informer tells of all objects of a kind again, those of its handlers that want to hear it; zero
     *     for never
     */
    Informers(
            Platform platform,
            ClientSet clients,
            String namespace,
            InformerMetrics.Provider metrics,
            Function<ResourceType<?>, Duration> resync) {
        this.platform = platform;
        this.clients = clients;
        this.namespace = namespace;
        this.metrics = metrics;
        this.resync = resync;
    }

    /** {@return the namespace that they look at; empty for all} */
    String namespace() {
        return namespace;
    }

    @SuppressWarnings("unchecked") // What is kept under a kind was made for the type with that kind.
    <R extends Resource> SharedInformer<R> of(ResourceType<R> type) {
        return (SharedInformer<R>) byKind.computeIfAbsent(type.groupVersionKind(), kind -> make(type))
                .informer();
    }

    private <R extends Resource> Kept<R> make(ResourceType<R> type) {
        ResourceClient<R> client = clients.resource(type);
        ResourceClient<R> chosen = type.namespaced() && !namespace.isEmpty() ? client.in(namespace) : client;
        SharedInformer<R> informer = SharedInformer.builder(platform, ListerWatcher.of(chosen))
                .name(nameOf(type))
                .metrics(metrics)
                .resyncPeriod(resync.apply(type))
                .indexers(Map.<String, IndexFunction<Resource>>of(Caches.BY_CONTROLLER, Informers::controllerOf))
                .build();
        return new Kept<>(chosen, informer);
    }

    /** Two groups may have kinds of the same plural. */
    private static String nameOf(ResourceType<?> type) {
        return type.group().isEmpty() ? type.plural() : type.plural() + '.' + type.group();
    }

    private static List<String> controllerOf(Resource object) {
        return object.findController().map(owner -> owner.uid()).stream().toList();
    }

    private Collection<SharedInformer<? extends Resource>> all() {
        List<SharedInformer<? extends Resource>> informers = new ArrayList<>();
        byKind.values().forEach(kept -> informers.add(kept.informer()));
        return informers;
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
                .<ResourceType<?>>map(kept -> kept.client().type())
                .toList();
    }

    /** {@return how long ago the server was last heard of, by the informer that has waited longest} */
    Duration silence() {
        return all().stream()
                .map(informer -> informer.gauges().silence())
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
