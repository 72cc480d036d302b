package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a manager ends: what has begun is let end, what takes too long is interrupted, and what does not stop is named. */
@WithCluster
class StoppingTest {
    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build();
    }

    private static ManagerBuilder manager(TestCluster cluster, Reconciler<ConfigMap> reconciler) {
        return cluster.manager()
                .controller(
                        ConfigMap.TYPE,
                        c -> c.name("maps")
                                .filter(notification -> true)
                                .workers(2)
                                .reconcile((map, scope) -> map.key().name().startsWith("mine")
                                        ? reconciler.reconcile(map, scope)
                                        : Outcome.done()));
    }

    private static long seconds(TestCluster cluster, Runnable action) {
        long begin = cluster.platform().clock().nanoTime();
        action.run();
        return Duration.ofNanos(cluster.platform().clock().nanoTime() - begin).toSeconds();
    }

    @Test
    void aReconcileThatHasBegunIsLetEndAndNoOtherBegins(TestCluster cluster) {
        List<String> ended = new ArrayList<>();
        Manager.Running running = cluster.run(manager(cluster, (map, scope) -> {
                    cluster.platform().sleep(Duration.ofSeconds(4));
                    scope.edit(
                            map, m -> m.toBuilder().data(Map.of("seen", "yes")).build());
                    ended.add(map.key().name());
                    return Outcome.done();
                })
                .build());
        for (int i = 0; i < 5; i++) {
            cluster.create(map("mine" + i));
        }
        cluster.advance(Duration.ofSeconds(1));
        assertThat(running.unfinished().get("maps")).hasSize(2);

        assertThat(seconds(cluster, running::close)).isEqualTo(3);

        assertThat(ended).hasSize(2);
        assertThat(cluster.clients()
                        .resource(ConfigMap.TYPE)
                        .in("default")
                        .list()
                        .items())
                .filteredOn(map -> map.data().containsKey("seen"))
                .hasSize(2);
        assertThat(running.unfinished()).isEmpty();
    }

    @Test
    void aReconcileThatTakesTooLongIsInterrupted(TestCluster cluster) {
        Set<String> interrupted = new HashSet<>();
        Manager.Running running = cluster.run(manager(cluster, (map, scope) -> {
                    try {
                        cluster.platform().sleep(Duration.ofDays(1));
                    } catch (InterruptedException asked) {
                        interrupted.add(map.key().name());
                        throw asked;
                    }
                    return Outcome.done();
                })
                .drain(Duration.ofSeconds(7))
                .build());
        cluster.create(map("mine"));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(seconds(cluster, running::close)).isEqualTo(7);
        assertThat(interrupted).containsExactly("mine");
        assertThat(running.unfinished()).isEmpty();
    }

    @Test
    void whatDoesNotStopIsNamedAndHoweverMuchItIsWaitedForOnce(TestCluster cluster) {
        boolean[] released = {false};
        int[] deaf = {0};
        List<Throwable> refused = new ArrayList<>();
        Manager.Running running = cluster.run(manager(cluster, (map, scope) -> {
                    while (!released[0]) {
                        try {
                            cluster.platform().sleep(Duration.ofSeconds(1));
                        } catch (InterruptedException asked) {
                            deaf[0]++;
                        }
                    }
                    try {
                        scope.edit(
                                map,
                                m -> m.toBuilder().data(Map.of("late", "yes")).build());
                    } catch (RuntimeException late) {
                        refused.add(late);
                    }
                    return Outcome.done();
                })
                .build());
        cluster.create(map("mine0"));
        cluster.create(map("mine1"));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(seconds(cluster, running::close)).isBetween(15L, 20L);
        assertThat(running.unfinished())
                .containsExactly(Map.entry("maps", Set.of(Key.of("default", "mine0"), Key.of("default", "mine1"))));

        assertThat(deaf[0]).isEqualTo(2);
        released[0] = true;
        cluster.advance(Duration.ofSeconds(2));
        assertThat(refused).hasSize(2);
        assertThat(cluster.get(ConfigMap.TYPE, "default", "mine0").data()).isEmpty();
        assertThat(running.unfinished()).isEmpty();
    }

    /** Takes no notice of being interrupted. */
    private static void oversleep(TestCluster cluster, Duration duration) {
        long end = cluster.platform().clock().deadlineAfter(duration);
        while (cluster.platform().clock().nanoTime() < end) {
            try {
                cluster.platform()
                        .sleep(Duration.ofNanos(end - cluster.platform().clock().nanoTime()));
            } catch (InterruptedException ignored) {
                // That is what this is about.
            }
        }
    }

    private static String holder(TestCluster cluster) {
        Lease lease = cluster.get(Lease.TYPE, "default", "maps");
        return Objects.requireNonNull(Objects.requireNonNull(lease.spec()).holderIdentity());
    }

    @Test
    void aLeaseIsNotGivenUpWhileAReconcileIsLeftBehind(TestCluster cluster) {
        Manager.Running running = cluster.run(manager(cluster, (map, scope) -> {
                    oversleep(cluster, Duration.ofMinutes(1));
                    return Outcome.done();
                })
                .leaderElection(Key.of("default", "maps"), Election.as("one"))
                .drain(Duration.ofSeconds(1))
                .build());
        cluster.advance(Duration.ofSeconds(5));
        cluster.create(map("mine"));
        cluster.advance(Duration.ofSeconds(1));
        running.close();
        assertThat(holder(cluster)).isEqualTo("one");
        cluster.advance(Duration.ofMinutes(2));
    }

    @Test
    void aLeaseIsNotGivenUpWhileATaskIsLeftBehind(TestCluster cluster) {
        Manager.Running running = cluster.run(cluster.manager()
                .task("deaf", context -> oversleep(cluster, Duration.ofMinutes(1)))
                .leaderElection(Key.of("default", "maps"), Election.as("one"))
                .build());
        cluster.advance(Duration.ofSeconds(5));
        running.close();
        assertThat(holder(cluster)).isEqualTo("one");
        cluster.advance(Duration.ofMinutes(2));
    }

    @Test
    void aLeaseIsGivenUpAsSoonAsTheLastReconcileHasEnded(TestCluster cluster) {
        Manager.Running running = cluster.run(manager(cluster, (map, scope) -> {
                    oversleep(cluster, Duration.ofSeconds(9));
                    return Outcome.done();
                })
                .leaderElection(Key.of("default", "maps"), Election.as("one"))
                .drain(Duration.ofSeconds(1))
                .build());
        cluster.advance(Duration.ofSeconds(5));
        cluster.create(map("mine"));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(seconds(cluster, running::close)).isEqualTo(8);
        assertThat(holder(cluster)).isEmpty();
    }

    @Test
    void aManagerThatCannotStartLeavesNothingBehindAndHasWrittenNothing(TestCluster cluster) throws Exception {
        cluster.create(map("mine"));
        List<String> called = new ArrayList<>();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Manager manager = manager(cluster, (map, scope) -> {
                        called.add(map.key().name());
                        return Outcome.done();
                    })
                    .monitoring(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort()))
                    .build();
            assertThatThrownBy(manager::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot listen on")
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
        // What was left behind would run now, and be found when the cluster is closed.
        cluster.advance(Duration.ofMinutes(1));
        assertThat(called).isEmpty();
    }
}
