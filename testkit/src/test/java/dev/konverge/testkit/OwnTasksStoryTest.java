package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.RestClient;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Manager;
import dev.konverge.controller.OwnTask;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.controller.leader.FencedTransport;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Work of one's own beside the controllers: under the lease, or on every replica. */
@WithCluster
class OwnTasksStoryTest {
    private static final Key LEASE = Key.of("default", "mirror");

    private final List<String> happened = new ArrayList<>();

    /** Says that it runs, every minute, and that it ends. */
    private OwnTask saying(String name) {
        return context -> {
            try {
                while (true) {
                    happened.add(name);
                    context.platform().sleep(Duration.ofMinutes(1));
                }
            } finally {
                happened.add(name + " ends");
            }
        };
    }

    @Test
    void oneRunsWhereTheLeaseIsAndAnotherEverywhere(TestCluster cluster) {
        Manager.Running first = cluster.run(Mirror.on(cluster)
                .task("sweep", saying("one sweeps"))
                .taskOnEveryReplica("listen", saying("one listens"))
                .leaderElection(LEASE, Election.as("one"))
                .build());
        cluster.advance(Duration.ofSeconds(10));
        Manager.Running second = cluster.run(Mirror.on(cluster)
                .task("sweep", saying("two sweeps"))
                .taskOnEveryReplica("listen", saying("two listens"))
                .leaderElection(LEASE, Election.as("two"))
                .build());
        cluster.advance(Duration.ofSeconds(10));
        assertThat(happened).containsExactlyInAnyOrder("one sweeps", "one listens", "two listens");

        happened.clear();
        first.close();
        assertThat(happened).containsExactly("one sweeps ends", "one listens ends");
        cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(1));
        assertThat(happened).contains("two sweeps");
        second.close();
        assertThat(happened).endsWith("two sweeps ends", "two listens ends");
    }

    private static void create(OwnTask.Context context, String name) {
        context.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .create(ConfigMap.builder()
                        .metadata(m -> m.namespace("default").name(name))
                        .build());
    }

    /** Takes no notice of being interrupted. */
    private static void dawdle(Platform platform, Duration duration) {
        long end = platform.clock().deadlineAfter(duration);
        while (platform.clock().nanoTime() < end) {
            try {
                platform.sleep(Duration.ofNanos(end - platform.clock().nanoTime()));
            } catch (InterruptedException ignored) {
                // That is what this is about.
            }
        }
    }

    @Test
    void whatATaskWritesIsFencedAndOneThatDoesNotStopIsNamed(TestCluster cluster) {
        cluster.run(Mirror.on(cluster)
                .task("sweep", context -> {
                    create(context, "a");
                    dawdle(context.platform(), Duration.ofSeconds(30));
                    try {
                        create(context, "b");
                    } catch (FencedException expected) {
                        happened.add("refused");
                    }
                })
                .leaderElection(LEASE, Election.as("one").withoutRelease())
                .build());
        cluster.advance(Duration.ofSeconds(1));
        try (LogRecorder.Listening log = LogRecorder.listen();
                Injection cut = cluster.faults().inject(Match.verbs("update"), new Fault.CutBefore())) {
            cluster.advance(Duration.ofSeconds(40));
            assertThat(cut.hits()).isPositive();
            assertThat(log.lines("a task does not stop, though it was interrupted; it is left behind"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.value("task")).isEqualTo("sweep"));
        }
        assertThat(happened).containsExactly("refused");
        assertThat(cluster.find(ConfigMap.TYPE, "default", "a")).isPresent();
        assertThat(cluster.find(ConfigMap.TYPE, "default", "b")).isEmpty();
    }

    @Test
    void oneThatThrowsIsRunAgainAfterAWhileAndOneThatReturnsIsNot(TestCluster cluster) {
        cluster.run(Mirror.on(cluster)
                .task("odd", context -> {
                    happened.add("odd");
                    switch (happened.size()) {
                        case 1 -> throw new IllegalStateException("not yet");
                        case 2 -> throw new StackOverflowError("not yet");
                        case 3 -> Thread.currentThread().interrupt();
                        default -> {}
                    }
                    context.platform().sleep(Duration.ofSeconds(1));
                })
                .build());
        cluster.advance(Duration.ofHours(1));
        assertThat(happened).hasSize(4);
    }

    @Test
    void anInterruptThatNobodyMeantEndsNoTaskThatWaits(TestCluster cluster) {
        List<Thread> runs = new ArrayList<>();
        cluster.run(Mirror.on(cluster)
                .task("odd", context -> {
                    runs.add(Thread.currentThread());
                    throw new IllegalStateException("not yet");
                })
                .build());
        cluster.eventually(() -> assertThat(runs).hasSize(3));
        runs.getLast().interrupt();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(runs).hasSizeGreaterThan(3);
    }

    @Test
    void afterALongRunATaskIsRunAgainAsSoonAsAfterTheFirst(TestCluster cluster) {
        List<Instant> begins = new ArrayList<>();
        cluster.run(Mirror.on(cluster)
                .task("odd", context -> {
                    begins.add(context.platform().clock().now());
                    if (begins.size() == 8) {
                        context.platform().sleep(Duration.ofMinutes(2));
                    }
                    throw new IllegalStateException("not yet");
                })
                .build());
        cluster.advance(Duration.ofMinutes(10));
        assertThat(Duration.between(begins.get(6), begins.get(7))).isEqualTo(Duration.ofMinutes(1));
        assertThat(Duration.between(begins.get(7), begins.get(8))).isEqualTo(Duration.ofSeconds(121));
    }

    @Test
    void thatAWriteCameAfterTheTermIsNoError(TestCluster cluster) {
        ClientSet fenced =
                ClientSet.of(RestClient.on(new FencedTransport(cluster.transport(), () -> false), cluster.platform()));
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(Mirror.on(cluster)
                    .task("late", context -> create(new OwnTask.Context(context.platform(), fenced), "a"))
                    .build());
            cluster.advance(Duration.ofMinutes(1));
            assertThat(log.lines("a task failed, and is run again"))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.level()).isEqualTo(Level.DEBUG));
        }
    }

    @Test
    void aPlanRunsNone(TestCluster cluster) throws Exception {
        Mirror.on(cluster)
                .task("sweep", context -> happened.add("sweep"))
                .taskOnEveryReplica("listen", context -> happened.add("listen"))
                .build()
                .plan(new DiffPlan(line -> {}));
        assertThat(happened).isEmpty();
    }

    @Test
    void theyNeedNoController(TestCluster cluster) {
        cluster.run(cluster.manager()
                .task("sweep", saying("sweeps"))
                .leaderElection(LEASE, Election.as("one"))
                .build());
        cluster.eventually(() -> assertThat(happened).containsExactly("sweeps"));
    }
}
