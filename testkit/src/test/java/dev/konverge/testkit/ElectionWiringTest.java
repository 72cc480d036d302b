package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ObjectReference;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a manager's parts tell of themselves without being asked to. */
@WithCluster
class ElectionWiringTest {
    private static Manager candidate(TestCluster cluster, String identity) {
        return Mirror.on(cluster)
                .leaderElection(Key.of("default", "mirror"), Election.as(identity))
                .monitoring(Page.anywhere())
                .build();
    }

    private static String metrics(Manager.Running running) throws Exception {
        return Page.get(running.findMonitoring().orElseThrow(), "/metrics").body();
    }

    private static List<Event> events(TestCluster cluster) {
        return cluster.clients().resource(Event.TYPE).in("default").list().items();
    }

    /** LE-7, LE-16. */
    @Test
    void whoBeginsAndStopsToLeadIsRecordedOnTheLease(TestCluster cluster) {
        cluster.run(candidate(cluster, "one"));
        cluster.advance(Duration.ofSeconds(5));
        try (Injection cut = cluster.faults().inject(Match.verbs("update").on("leases"), new Fault.CutBefore())) {
            cluster.advance(Duration.ofSeconds(20));
            assertThat(cut.hits()).isPositive();
        }
        cluster.eventually(() -> assertThat(events(cluster))
                .allSatisfy(event -> {
                    assertThat(event.reason()).isEqualTo("LeaderElection");
                    assertThat(event.type()).isEqualTo("Normal");
                    ObjectReference lease = Objects.requireNonNull(event.regarding());
                    assertThat(lease.kind()).isEqualTo("Lease");
                    assertThat(lease.name()).isEqualTo("mirror");
                })
                .extracting(Event::note)
                .contains("one became leader", "one stopped leading"));
    }

    /** LE-8, LE-16. */
    @Test
    void aLeaderThatIsClosedSaysOnTheLeaseThatItStopped(TestCluster cluster) {
        Manager.Running running = cluster.run(candidate(cluster, "one"));
        cluster.advance(Duration.ofSeconds(5));
        assertThat(running.isLeading()).isTrue();
        running.close();
        assertThat(events(cluster))
                .extracting(Event::note)
                .containsExactlyInAnyOrder("one became leader", "one stopped leading");
    }

    /** LE-8, LE-16: not even an event that waits for its next attempt keeps the last one from being told. */
    @Test
    void aLeaderThatIsClosedSaysSoEvenIfAnEventBeforeGotLost(TestCluster cluster) {
        try (Injection cut = cluster.faults().inject(Match.verbs("create").on("events"), new Fault.CutBefore(), 0, 1)) {
            Manager.Running running = cluster.run(candidate(cluster, "one"));
            cluster.eventually(() -> assertThat(cut.hits()).isOne());
            assertThat(running.isLeading()).isTrue();
            assertThat(events(cluster)).isEmpty();
            running.close();
        }
        assertThat(events(cluster))
                .extracting(Event::note)
                .containsExactlyInAnyOrder("one became leader", "one stopped leading");
        Lease lease = cluster.get(Lease.TYPE, "default", "mirror");
        assertThat(Objects.requireNonNull(lease.spec()).holderIdentity())
                .as("the lease is given up as well")
                .isNullOrEmpty();
    }

    /** LE-12. */
    @Test
    void whoHasNeverLedSaysSo(TestCluster cluster) throws Exception {
        Manager.Running first = cluster.run(candidate(cluster, "one"));
        cluster.advance(Duration.ofSeconds(5));
        Manager.Running second = cluster.run(candidate(cluster, "two"));
        cluster.advance(Duration.ofSeconds(5));
        assertThat(metrics(first)).contains("leader_election_master_status{name=\"mirror\"} 1\n");
        assertThat(metrics(second)).contains("leader_election_master_status{name=\"mirror\"} 0\n");
    }

    @Test
    void kindsOfTheSamePluralHaveFiguresOfTheirOwn(TestCluster cluster) throws Exception {
        Manager.Running running = cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.reads(Event.TYPE)
                                .reads(dev.konverge.model.core.v1.Event.TYPE)
                                .reconcile((deployment, scope) -> Outcome.done()))
                .monitoring(Page.anywhere())
                .build());
        cluster.advance(Duration.ofSeconds(5));
        assertThat(metrics(running))
                .contains("informer_objects{informer=\"events\"} ")
                .contains("informer_objects{informer=\"events.events.k8s.io\"} ")
                .contains("informer_objects{informer=\"deployments.apps\"} ");
    }
}
