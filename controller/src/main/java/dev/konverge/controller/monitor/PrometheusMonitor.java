package dev.konverge.controller.monitor;

import dev.konverge.client.config.RequestMetrics;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.ReconcileMetrics;
import dev.konverge.controller.leader.ElectionMetrics;
import dev.konverge.controller.webhook.WebhookMetrics;
import dev.konverge.informer.InformerMetrics;
import dev.konverge.informer.ReflectorFailure;
import dev.konverge.workqueue.QueueMetrics;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps all figures of a manager in a registry, under the names that Kubernetes' own programs use where they have one. */
public final class PrometheusMonitor implements Monitor {
    private static final String HANDLER = "handler";

    private final MetricsRegistry registry;
    private final ConcurrentMap<String, AtomicInteger> leading = new ConcurrentHashMap<>();

    /** A monitor that counts in a registry. */
    public PrometheusMonitor(MetricsRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Optional<QueueMetrics.Provider> queues() {
        return Optional.of((name, gauges) -> new QueueFigures(registry, name, gauges));
    }

    @Override
    public InformerMetrics.Provider informers() {
        return this::informer;
    }

    private InformerMetrics informer(String name, InformerMetrics.Gauges gauges) {
        String label = InformerCounts.LABEL;
        registry.gauge("informer_objects", "Objects in the copy.", gauges::objects, label, name);
        registry.gauge("informer_bytes", "About how large they are, as JSON.", gauges::bytes, label, name);
        registry.gauge("informer_queued_items", "Changes that wait to be applied.", gauges::queuedItems, label, name);
        registry.gauge(
                "informer_silence_seconds",
                "How long ago the server was last heard of.",
                () -> seconds(gauges.silence()),
                label,
                name);
        registry.gauge(
                "informer_staleness_seconds",
                "How long ago the server last said that nothing is missing; a refusal does not.",
                () -> seconds(gauges.staleness()),
                label,
                name);
        registry.gauge(
                "informer_store_resource_version",
                "The last digits of the version that the copy has reached.",
                () -> InformerMetrics.asNumber(gauges.storeVersion()),
                label,
                name);
        registry.gauges(
                "informer_handler_backlog",
                "Notifications that wait, by handler.",
                HANDLER,
                gauges::backlogs,
                label,
                name);
        return new InformerCounts(name);
    }

    private final class InformerCounts implements InformerMetrics {
        private static final String LABEL = "informer";

        private final String informer;
        private final MetricsRegistry.Histogram lists;
        private final MetricsRegistry.Counter watches;
        private final MetricsRegistry.Counter events;
        private final MetricsRegistry.Counter failures;
        private final MetricsRegistry.Counter skipped;
        private final MetricsRegistry.Counter wrong;
        private final MetricsRegistry.Histogram processing;

        InformerCounts(String name) {
            informer = name;
            lists = registry.histogram("informer_list_duration_seconds", "How long lists take.", LABEL, name);
            watches = registry.counter("informer_watches_total", "Watches that have ended.", LABEL, name);
            events = registry.counter("informer_watch_events_total", "Events of watches.", LABEL, name);
            failures = registry.counter(
                    "informer_failures_total", "Lists, watches and changes of the copy that failed.", LABEL, name);
            skipped = registry.counter("informer_skipped_events_total", "Events that made no sense.", LABEL, name);
            wrong = registry.counter(
                    "informer_divergences_total", "Objects of the copy that differed from the server.", LABEL, name);
            processing = registry.histogram(
                    "informer_processing_latency_seconds", "How long changes take to be applied.", LABEL, name);
        }

        @Override
        public void listed(int objects, Duration took) {
            lists.observe(took);
        }

        @Override
        public void failed(ReflectorFailure failure) {
            failures.increment();
        }

        @Override
        public void watched(long count, Duration lasted) {
            watches.increment();
            events.add(count);
        }

        @Override
        public void skipped() {
            skipped.increment();
        }

        @Override
        public void processed(int deltas, Duration took) {
            processing.observe(took);
        }

        @Override
        public void handlerFailed(String handler) {
            registry.counter(
                            "informer_handler_failures_total",
                            "What handlers have thrown, by handler.",
                            LABEL,
                            informer,
                            HANDLER,
                            handler)
                    .increment();
        }

        @Override
        public void compared(int objects, int differing) {
            wrong.add(differing);
        }
    }

    @Override
    public RequestMetrics requests() {
        return new RequestFigures(registry);
    }

    @Override
    public ElectionMetrics election() {
        return new ElectionMetrics() {
            @Override
            public void leading(String name, boolean leads) {
                leading.computeIfAbsent(name, PrometheusMonitor.this::showLeader)
                        .set(leads ? 1 : 0);
            }

            @Override
            public void slowPath(String name) {
                registry.counter("leader_election_slowpath_total", "Renewals that read the lease first.", "name", name)
                        .increment();
            }
        };
    }

    private AtomicInteger showLeader(String name) {
        AtomicInteger value = new AtomicInteger();
        registry.gauge("leader_election_master_status", "1 while this process leads.", value::get, "name", name);
        return value;
    }

    @Override
    public ReconcileMetrics reconciles(String controller) {
        return new ReconcileCounts(controller);
    }

    private final class ReconcileCounts implements ReconcileMetrics {
        private static final String LABEL = "controller";

        private final String controller;
        private final AtomicInteger active = new AtomicInteger();
        private final MetricsRegistry.Histogram time;
        private final MetricsRegistry.Histogram cacheWait;

        ReconcileCounts(String controller) {
            this.controller = controller;
            registry.gauge(
                    "controller_active_workers",
                    "Reconciles that run, or whose last status is on its way.",
                    active::get,
                    LABEL,
                    controller);
            time = registry.histogram(
                    "controller_reconcile_time_seconds", "How long reconciles take.", LABEL, controller);
            cacheWait = registry.histogram(
                    "controller_cache_wait_seconds",
                    "How long reconciles wait for the cache to show own writes.",
                    LABEL,
                    controller);
        }

        @Override
        public void began() {
            active.incrementAndGet();
        }

        @Override
        public void ended(Result result, Duration duration) {
            active.decrementAndGet();
            time.observe(duration);
            registry.counter(
                            "controller_reconcile_total",
                            "Reconciles, by how they ended.",
                            LABEL,
                            controller,
                            "result",
                            result.name().toLowerCase(Locale.ROOT))
                    .increment();
        }

        @Override
        public void cacheBehind() {
            registry.counter(
                            "controller_cache_behind_total",
                            "Reconciles that were put off, because the cache lacked own writes.",
                            LABEL,
                            controller)
                    .increment();
        }

        @Override
        public void waitedForCache(Duration duration) {
            cacheWait.observe(duration);
        }

        @Override
        public void wokeItself() {
            registry.counter(
                            "controller_self_wakes_total",
                            "Objects that the controller looked at again and again because of its own writes.",
                            LABEL,
                            controller)
                    .increment();
        }
    }

    @Override
    public WebhookMetrics webhooks() {
        return (path, verdict, duration) -> {
            String label = "path";
            registry.counter(
                            "webhook_reviews_total",
                            "Reviews, by how they ended.",
                            label,
                            path,
                            "verdict",
                            verdict.name().toLowerCase(Locale.ROOT))
                    .increment();
            registry.histogram("webhook_review_duration_seconds", "How long reviews take.", label, path)
                    .observe(duration);
        };
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
