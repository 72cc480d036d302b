package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Platform;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Scope;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reconciler that does not stop when its process has lost the lease writes nothing any more, by whichever door. */
@WithCluster
class FencingStoryTest {
    private static final Duration TOO_LONG = Duration.ofSeconds(30);

    private static final String LEFT_BEHIND =
            "a reconcile does not stop, though it was interrupted; it is left behind, and cannot write any more";

    private final List<String> refused = new ArrayList<>();
    private final List<Integer> read = new ArrayList<>();

    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build();
    }

    /** Takes no notice of being interrupted. */
    private static void dawdle(Platform platform) {
        long end = platform.clock().deadlineAfter(TOO_LONG);
        while (platform.clock().nanoTime() < end) {
            try {
                platform.sleep(Duration.ofNanos(end - platform.clock().nanoTime()));
            } catch (InterruptedException ignored) {
                // That is what this is about.
            }
        }
    }

    private void attempt(String door, Runnable write) {
        try {
            write.run();
        } catch (FencedException expected) {
            refused.add(door);
        }
    }

    private void writeByEveryDoor(Deployment deployment, Scope<Deployment> scope) {
        attempt("apply", () -> scope.apply(map("applied")));
        attempt("applyUnowned", () -> scope.applyUnowned(map("applied-unowned")));
        attempt("create", () -> scope.create(map("created")));
        attempt(
                "edit",
                () -> scope.edit(
                        deployment,
                        d -> Mirror.deployment("web", 9).toBuilder()
                                .metadata(d.metadata())
                                .build()));
        attempt("delete", () -> scope.delete(deployment));
        // Refused when the call is over, as what is stored shows.
        scope.statusAtEnd(deployment.with(d -> d.status(s -> s.replicas(9))));
        attempt(
                "clients",
                () -> scope.clients().resource(ConfigMap.TYPE).in("default").create(map("by-client")));
        read.add(scope.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .list()
                .items()
                .size());
    }

    @Test
    void noWriteLeavesAfterTheLeaseButReadsDo(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            dawdle(cluster.platform());
                            writeByEveryDoor(deployment, scope);
                            return Outcome.done();
                        }))
                .leaderElection(Key.of("default", "mirror"), Election.as("one").withoutRelease())
                .build());
        cluster.advance(Duration.ofSeconds(1));
        long before = cluster.server().revision();
        try (Injection cut = cluster.faults().inject(Match.verbs("update"), new Fault.CutBefore())) {
            cluster.advance(TOO_LONG.plusSeconds(30));
            assertThat(cut.hits()).isPositive();
            assertThat(refused).containsExactly("apply", "applyUnowned", "create", "edit", "delete", "clients");
            assertThat(read).containsExactly(1);
            assertThat(cluster.server().revision())
                    .as("what is stored: the event that tells of the end of the term, and nothing else")
                    .isEqualTo(before + 1);
            assertThat(cluster.clients()
                            .resource(Event.TYPE)
                            .in("default")
                            .list()
                            .items())
                    .extracting(Event::note)
                    .containsExactlyInAnyOrder("one became leader", "one stopped leading");
        }
    }

    @Test
    void aReconcileOfAnEarlierTermWritesNothingInTheNextOneAndIsNamed(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        List<Integer> calls = new ArrayList<>();
        Manager.Running running = cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            calls.add(calls.size());
                            if (calls.size() == 1) {
                                dawdle(cluster.platform());
                                writeByEveryDoor(deployment, scope);
                            }
                            return Outcome.done();
                        }))
                .leaderElection(Key.of("default", "mirror"), Election.as("one").withoutRelease())
                .build());
        cluster.advance(Duration.ofSeconds(1));
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            try (Injection cut = cluster.faults().inject(Match.verbs("update"), new Fault.CutBefore())) {
                cluster.advance(Duration.ofSeconds(17));
                assertThat(running.isLeading()).isFalse();
                assertThat(cut.hits()).isPositive();
            }
            assertThat(log.lines(LEFT_BEHIND))
                    .singleElement()
                    .satisfies(line -> assertThat(line.value("key")).isEqualTo("default/web"));
        }
        cluster.advance(Duration.ofSeconds(8));
        assertThat(running.isLeading()).as("elected again").isTrue();
        assertThat(refused).as("not at its end yet").isEmpty();
        cluster.advance(Duration.ofSeconds(10));
        assertThat(refused).containsExactly("apply", "applyUnowned", "create", "edit", "delete", "clients");
        assertThat(cluster.clients()
                        .resource(ConfigMap.TYPE)
                        .in("default")
                        .list()
                        .items())
                .isEmpty();
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().generation())
                .isEqualTo(1);
    }
}
