package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.testing.NoTransport;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.StoreConfig;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Cause;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a tracer is told of a reconcile, and that nothing is put into words for one that is not there. */
class ReconcileSpansTest {
    private final Platform platform = Platform.real();
    private final AtomicInteger described = new AtomicInteger();
    private final List<String> told = new ArrayList<>();

    private final Tracer tracer = (name, attributes) -> {
        told.add(name + " " + attributes);
        return new Tracer.Span() {
            @Override
            public void failed(Throwable failure) {
                told.add("failed: " + failure.getMessage());
            }

            @Override
            public void close() {
                told.add("ended");
            }
        };
    };

    /** A cause that notices when somebody wants it as text. */
    private final class Curious implements Cause {
        @Override
        public String toString() {
            described.incrementAndGet();
            return "curiosity";
        }
    }

    /** Reconciles one object once. */
    private void reconcile(Tracer to, Reconciler<ConfigMap> reconciler) {
        ConfigMap map = ConfigMap.builder()
                .metadata(m -> m.namespace("ns").name("map").resourceVersion("1"))
                .build();
        Indexer<ConfigMap> maps = Indexer.of(platform, StoreConfig.ofResources());
        maps.add(map);
        WorkQueue<Key> queue = WorkQueue.<Key>builder(platform).build();
        queue.add(map.key(), AddOptions.NOW.withCause(new Curious()));
        queue.shutDown();
        new ReconcileLoop<>(
                        new ReconcileLoop.Settings<>(
                                "mapper",
                                ConfigMap.TYPE,
                                new Lifecycle<>(reconciler, Optional.empty(), false, key -> {}),
                                Duration.ofSeconds(5),
                                key -> AddOptions.DEFAULT_PRIORITY,
                                Optional.empty(),
                                Duration.ZERO,
                                ReconcileMetrics.NONE,
                                to),
                        queue,
                        new ReconcileScope.Surroundings(
                                platform,
                                new Caches(
                                        "mapper",
                                        List.of(new KindCache<>(
                                                ConfigMap.TYPE, CacheSettings.standard(), Map.of("", maps)))),
                                EventRecorder.NONE))
                .work(new LoneDuty(
                        new Writes(ClientSet.on(new NoTransport(), platform), "mapper", Plan.NONE), () -> false));
    }

    @Test
    void aTracerIsToldOfControllerKeyAttemptAndCauses() {
        reconcile(tracer, (map, scope) -> {
            told.add("reconciled");
            return Outcome.done();
        });
        assertThat(told)
                .containsExactly(
                        "reconcile {controller=mapper, key=ns/map, attempt=0, causes=[curiosity]}",
                        "reconciled",
                        "ended");
    }

    @Test
    void aSpanOfAReconcileThatThrowsFailsAndEnds() {
        reconcile(tracer, (map, scope) -> {
            throw new IllegalStateException("no luck");
        });
        assertThat(told).endsWith("failed: no luck", "ended").hasSize(3);
    }

    @Test
    void withoutATracerCausesAreNotPutIntoWords() {
        reconcile(Tracer.NONE, (map, scope) -> {
            told.add("reconciled");
            return Outcome.done();
        });
        assertThat(told).containsExactly("reconciled");
        assertThat(described).hasValue(0);
    }
}
