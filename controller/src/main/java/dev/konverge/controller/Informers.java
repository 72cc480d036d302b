package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The informers of a manager: one a kind, shared by all controllers. Not safe for use by several threads. */
final class Informers {
    private final Platform platform;
    private final ClientSet clients;
    private final String namespace;
    private final InformerMetrics.Provider metrics;
    private final Function<ResourceType<?>, Duration> resync;
    private final Map<GroupVersionKind, SharedInformer<? extends Resource>> byKind = new LinkedHashMap<>();

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

    @SuppressWarnings("unchecked") // What is kept under a kind was made for the type with that kind.
    <R extends Resource> SharedInformer<R> of(ResourceType<R> type) {
        return (SharedInformer<R>) byKind.computeIfAbsent(type.groupVersionKind(), kind -> make(type));
    }

    private <R extends Resource> SharedInformer<R> make(ResourceType<R> type) {
        ResourceClient<R> client = clients.resource(type);
        ResourceClient<R> chosen = type.namespaced() && !namespace.isEmpty() ? client.in(namespace) : client;
        return SharedInformer.builder(platform, ListerWatcher.of(chosen))
                .name(type.plural())
                .metrics(metrics)
                .resyncPeriod(resync.apply(type))
                .indexers(Map.<String, IndexFunction<Resource>>of(Caches.BY_CONTROLLER, Informers::controllerOf))
                .build();
    }

    private static List<String> controllerOf(Resource object) {
        return object.findController().map(owner -> owner.uid()).stream().toList();
    }

    Collection<SharedInformer<? extends Resource>> all() {
        return byKind.values();
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
