package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.StoreConfig;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.Priorities;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that was not dealt with comes back as urgent as it was. */
class ReconcilePriorityTest {
    private static final int USUAL = 3;

    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final WorkQueue<Key> queue =
            WorkQueue.<Key>builder(platform).priorities(Priorities.strict()).build();
    private final ConfigMap map = ConfigMap.builder()
            .metadata(m -> m.namespace("ns").name("map").uid("u").resourceVersion("1"))
            .build();

    private final TinyServer server = new TinyServer(platform);

    private int calls;
    private int behind;

    @AfterEach
    void end() {
        platform.close();
    }

    private ReconcileLoop<ConfigMap> loop(Reconciler<ConfigMap> reconciler) {
        Indexer<ConfigMap> maps = Indexer.of(platform, StoreConfig.ofResources());
        maps.add(map);
        var metrics = new ReconcileMetrics() {
            @Override
            public void cacheBehind() {
                behind++;
            }
        };
        Reconciler<ConfigMap> counting = (object, scope) -> {
            calls++;
            return reconciler.reconcile(object, scope);
        };
        return new ReconcileLoop<>(
                new ReconcileLoop.Settings<>(
                        "mapper",
                        ConfigMap.TYPE,
                        new Lifecycle<>(counting, Optional.empty(), false, key -> {}),
                        Duration.ofSeconds(5),
                        key -> USUAL,
                        Optional.empty(),
                        Duration.ZERO,
                        metrics,
                        Tracer.NONE),
                queue,
                new ReconcileScope.Surroundings(
                        platform,
                        new Caches(
                                "mapper",
                                List.of(new KindCache<>(ConfigMap.TYPE, CacheSettings.standard(), Map.of("", maps)))),
                        EventRecorder.NONE));
    }

    private Writes writes() {
        return new Writes(ClientSet.on(server.link(), platform), "mapper", Plan.NONE);
    }

    private void add(int priority) {
        queue.add(map.key(), AddOptions.NOW.withPriority(priority));
    }

    /** The priority of the next hand-out, which comes after that delay and not before. */
    private int priorityAfter(Duration delay) throws InterruptedException {
        if (delay.isPositive()) {
            platform.advance(delay.minusNanos(1));
            assertThat(queue.poll()).isNull();
            platform.advance(Duration.ofNanos(1));
        }
        try (Claim<Key> claim = Objects.requireNonNull(queue.poll())) {
            return claim.priority();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -100})
    void afterAFailureWithBackoff(int priority) throws Exception { // PQ-10
        add(priority);
        loop((object, scope) -> {
                    throw new IllegalStateException("no luck");
                })
                .work(new LoneDuty(writes(), () -> calls == 1));
        assertThat(queue.numRequeues(map.key())).isEqualTo(1);
        assertThat(priorityAfter(Duration.ofMillis(5))).isEqualTo(priority);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -100})
    void whenItIsInterruptedBecauseItsWorkerIsDismissed(int priority) throws Exception { // PQ-10
        add(priority);
        loop((object, scope) -> {
                    throw new InterruptedException();
                })
                .work(new LoneDuty(writes(), () -> calls == 1));
        assertThat(queue.numRequeues(map.key())).isZero();
        assertThat(priorityAfter(Duration.ZERO)).isEqualTo(priority);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -100})
    void whenTheCacheIsBehindItsOwnWrites(int priority) throws Exception { // PQ-10
        server.put(
                "/api/v1/namespaces/ns/configmaps/map",
                "{}"); // Whatever is written from now on is newer than the cache.
        add(0);
        loop((object, scope) -> {
                    scope.create(ConfigMap.builder()
                            .metadata(m -> m.namespace("ns").name("written"))
                            .build());
                    add(priority);
                    return Outcome.done();
                })
                .work(new LoneDuty(writes(), () -> behind == 1 || calls == 2));
        assertThat(calls).isEqualTo(1);
        assertThat(priorityAfter(Duration.ofMillis(200))).isEqualTo(priority);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -100})
    void butWhatAskedForItselfIsAsUrgentAsItsObject(int priority) throws Exception { // PQ-10
        add(priority);
        loop((object, scope) -> Outcome.requeueAfter(Duration.ofMinutes(1)))
                .work(new LoneDuty(writes(), () -> calls == 1));
        assertThat(queue.numRequeues(map.key())).isZero();
        assertThat(priorityAfter(Duration.ofMinutes(1))).isEqualTo(USUAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -100})
    void andWhatIsDoneOrCannotBeDoneDoesNotComeBack(int priority) throws Exception { // PQ-10
        add(priority);
        loop((object, scope) -> {
                    if (calls == 1) {
                        add(priority);
                        return Outcome.done();
                    }
                    return Outcome.failed("Broken", "for good");
                })
                .work(new LoneDuty(writes(), () -> calls == 2));
        assertThat(queue.numRequeues(map.key())).isZero();
        platform.advance(Duration.ofDays(1));
        assertThat(queue.poll()).isNull();
    }
}
