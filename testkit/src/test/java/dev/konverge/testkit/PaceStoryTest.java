package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Calls for one object that have to be some time apart. */
@WithCluster
class PaceStoryTest {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Map<String, List<Instant>> calls = new HashMap<>();

    private List<Instant> calls(String name) {
        return calls.computeIfAbsent(name, first -> new ArrayList<>());
    }

    private void run(
            TestCluster cluster, Reconciler<ConfigMap> reconciler, Consumer<ControllerBuilder<ConfigMap>> more) {
        cluster.run(cluster.manager()
                .controller(ConfigMap.TYPE, c -> {
                    c.atMostEvery(INTERVAL).reconcile((map, scope) -> {
                        calls(map.key().name()).add(scope.now());
                        return reconciler.reconcile(map, scope);
                    });
                    more.accept(c);
                })
                .build());
    }

    private static void create(TestCluster cluster, String name) {
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build());
    }

    private static void change(TestCluster cluster, String name, int to) {
        cluster.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .editWithRetry(
                        name,
                        map -> map.toBuilder()
                                .data(Map.of("n", Integer.toString(to)))
                                .build());
    }

    private void areApart(String name) {
        List<Instant> times = calls(name);
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i))).isGreaterThanOrEqualTo(INTERVAL);
        }
    }

    @Test
    void changesThatComeTooSoonWaitAndAreLookedAtTogether(TestCluster cluster) {
        List<String> seen = new ArrayList<>();
        List<Cause> causes = new ArrayList<>();
        run(
                cluster,
                (map, scope) -> {
                    if (map.key().name().equals("busy")) {
                        seen.add(map.data().getOrDefault("n", "none"));
                        causes.addAll(scope.causes().all());
                    }
                    return Outcome.done();
                },
                c -> {});
        create(cluster, "busy");
        cluster.advance(Duration.ofMillis(500));
        for (int i = 0; i < 30; i++) {
            change(cluster, "busy", i);
            cluster.advance(Duration.ofSeconds(1));
        }
        create(cluster, "idle");
        cluster.advance(Duration.ofMillis(100));
        assertThat(calls("idle")).as("another object does not wait").hasSize(1);
        cluster.advance(Duration.ofMinutes(1));
        assertThat(seen).containsExactly("none", "9", "19", "29");
        assertThat(causes).as("no change has got lost").hasSizeGreaterThan(10);
        areApart("busy");
    }

    @Test
    void retriesAndTimersWaitAsWell(TestCluster cluster) {
        run(
                cluster,
                (map, scope) -> {
                    if (calls(map.key().name()).size() < 3) {
                        throw new IllegalStateException("on purpose");
                    }
                    return Outcome.requeueAfter(Duration.ofSeconds(1));
                },
                c -> {});
        create(cluster, "busy");
        cluster.advance(Duration.ofSeconds(61));
        assertThat(calls("busy")).hasSize(7);
        areApart("busy");
    }

    @Test
    void thatAnObjectIsGoneIsToldAtOnceAndTheNextOfItsNameDoesNotWait(TestCluster cluster) {
        List<Key> gone = new ArrayList<>();
        run(cluster, (map, scope) -> Outcome.done(), c -> c.onGone(gone::add));
        create(cluster, "busy");
        cluster.advance(Duration.ofSeconds(1));
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("busy");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(gone).containsExactly(Key.of("default", "busy"));
        create(cluster, "busy");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(calls("busy")).hasSize(2);
    }
}
