package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Waker;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens outside the cluster wakes a reconciler. */
@WithCluster
class WakerStoryTest {
    private static final Key WEB = Key.of("default", "web");

    private final Waker waker = new Waker();

    /** What the reconciler was called for. */
    private final List<String> calls = new ArrayList<>();

    private ManagerBuilder manager(TestCluster cluster) {
        return cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("outside").wakes(waker).reconcile((deployment, scope) -> {
                            calls.add(deployment.key().name() + " "
                                    + scope.causes().all().toString().replaceAll("@\\d+", ""));
                            return Outcome.done();
                        }));
    }

    @Test
    void aPollerWakesAnObject(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(Mirror.deployment("shop", 1));
        Manager.Running running = cluster.run(manager(cluster).build());
        cluster.advance(Duration.ofSeconds(10));
        calls.clear();
        try (Task poller = cluster.platform().start("poller", () -> {
            for (int i = 1; i <= 2; i++) {
                cluster.platform().sleep(Duration.ofMinutes(1));
                waker.wake(WEB, "poll " + i);
            }
        })) {
            cluster.advance(Duration.ofMinutes(3));
            assertThat(poller.isDone()).isTrue();
        }
        assertThat(calls).containsExactly("web [outside: poll 1]", "web [outside: poll 2]");

        running.close();
        waker.wake(WEB, "too late");
        cluster.advance(Duration.ofMinutes(1));
        assertThat(calls).hasSize(2);
    }

    @Test
    void whoStandsByRemembersAndEachRunHearsOfIt(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        Key lease = Key.of("default", "outside");
        Manager.Running first = cluster.run(
                manager(cluster).leaderElection(lease, Election.as("one")).build());
        cluster.advance(Duration.ofSeconds(10));
        Manager.Running second = cluster.run(
                manager(cluster).leaderElection(lease, Election.as("two")).build());
        cluster.advance(Duration.ofSeconds(10));
        calls.clear();
        waker.wake(WEB, "a");
        waker.wake(WEB, "a");
        waker.wake(WEB, "b");
        waker.wake(Key.of("default", "nobody"), "c");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(calls).containsExactly("web [outside: a, outside: b]");

        first.close();
        cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(1));
        assertThat(calls)
                .containsExactly(
                        "web [outside: a, outside: b]", "web [outside: a, outside: b, Deployment default/web added]");
    }
}
