package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.informer.Indexer;
import dev.konverge.informer.StoreConfig;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Cause;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.Priorities;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A key that nothing was done for comes back, as urgent as it was and for the same reasons. */
@Timeout(20)
class ReconcileLoopTest {
    private static final int URGENT = 7;
    private static final Key MAP = Key.of("ns", "map");
    private static final Cause FIRST = new WakeCause.Timer();
    private static final Cause SECOND = new WakeCause.Retry(3, "curiosity");

    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final TinyServer server = new TinyServer(platform);
    private final Indexer<ConfigMap> maps = Indexer.of(platform, StoreConfig.ofResources());
    private final WorkQueue<Key> queue =
            WorkQueue.<Key>builder(platform).priorities(Priorities.aging()).build();

    private final AtomicBoolean dismissed = new AtomicBoolean();

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private final ReconcileLoop<ConfigMap> loop = new ReconcileLoop<>(
            new ReconcileLoop.Settings<>(
                    "mapper",
                    ConfigMap.TYPE,
                    new Lifecycle<>(this::reconcile, Optional.empty(), false, key -> {}),
                    Duration.ofSeconds(5),
                    key -> AddOptions.DEFAULT_PRIORITY,
                    Optional.empty(),
                    Duration.ZERO,
                    ReconcileMetrics.NONE,
                    Tracer.NONE),
            queue,
            new ReconcileScope.Surroundings(
                    platform,
                    new Caches(
                            "mapper",
                            List.of(new KindCache<>(ConfigMap.TYPE, CacheSettings.standard(), Map.of("", maps)))),
                    EventRecorder.NONE));

    /** Writes the first time, and then never ends. */
    private Outcome reconcile(ConfigMap map, Scope<ConfigMap> scope) throws InterruptedException {
        if (map.data().isEmpty()) {
            scope.edit(map, m -> m.toBuilder().data(Map.of("written", "yes")).build());
        } else {
            platform.sleep(Duration.ofDays(1));
        }
        return Outcome.done();
    }

    private Task work() {
        Writes writes = new Writes(ClientSet.on(server.link(), platform), "mapper", Plan.NONE);
        return platform.start("worker", () -> loop.work(new LoneDuty(writes, dismissed::get)));
    }

    private static ConfigMap map(String version, Map<String, String> data) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("ns").name("map").resourceVersion(version))
                .data(data)
                .build();
    }

    /** Lets the worker write once, so that a view without that is too old for the next call. */
    private void writeOnce() throws InterruptedException {
        server.put(
                "/api/v1/namespaces/ns/configmaps/map",
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"ns\",\"name\":\"map\"}}");
        maps.add(map("1", Map.of()));
        queue.add(MAP, AddOptions.NOW);
        platform.sleep(Duration.ofSeconds(1));
        queue.add(MAP, AddOptions.NOW.withPriority(URGENT).withCause(FIRST).withCause(SECOND));
    }

    private void isThereAgain(Cause... more) throws InterruptedException {
        assertThat(queue.len()).as("the key is in the queue").isEqualTo(1);
        try (Claim<Key> claim = Objects.requireNonNull(queue.get())) {
            assertThat(claim.key()).isEqualTo(MAP);
            assertThat(claim.priority()).isEqualTo(URGENT);
            assertThat(claim.causes().all()).startsWith(FIRST, SECOND).endsWith(more);
        }
    }

    @Test
    void whenItsWorkerIsStoppedWhileItWaitsForTheCache() throws InterruptedException {
        Task worker = work();
        writeOnce();
        platform.sleep(Duration.ofSeconds(1));
        dismissed.set(true);
        worker.close();
        isThereAgain(SECOND);
    }

    @Test
    void whenTheCacheStaysBehind() throws InterruptedException {
        Task worker = work();
        writeOnce();
        platform.sleep(Duration.ofMillis(5_100));
        dismissed.set(true);
        worker.close();
        assertThat(queue.len()).as("not before a while has passed").isZero();
        platform.sleep(Duration.ofMillis(200));
        isThereAgain(new WakeCause.CacheBehind());
    }

    @Test
    void whenItsReconcileIsStopped() throws InterruptedException {
        Task worker = work();
        maps.add(map("1", Map.of("written", "yes")));
        queue.add(MAP, AddOptions.NOW.withPriority(URGENT).withCause(FIRST).withCause(SECOND));
        platform.sleep(Duration.ofSeconds(1));
        dismissed.set(true);
        worker.close();
        isThereAgain(new WakeCause.Retry(0, "being stopped"));
    }
}
