package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.TaskMonitor;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.event.Occurrence;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.controller.testing.TinyServer.Fault;
import dev.konverge.model.Key;
import dev.konverge.model.coordination.v1.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderElectorTest {
    private static final Key LEASE = Key.of("default", "foo");
    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/default/leases/foo";

    private final List<String> failures = new ArrayList<>();
    private final VirtualPlatform platform = new VirtualPlatform(7, new TaskMonitor() {
        @Override
        public void failed(String task, Throwable failure) {
            failures.add(task + ": " + failure.getMessage());
        }

        @Override
        public void stuck(String task, List<StackTraceElement> where) {
            failures.add(task + " is stuck");
        }
    });
    private final TinyServer server = new TinyServer(platform);
    private final List<String> diary = new ArrayList<>();

    /** A process: its way to the server, and what it does when it leads. */
    private final class Replica implements Candidate {
        private final String name;
        private final TinyServer.Link link = server.link();
        private final LeaderElector elector;
        private Duration slowToStop = Duration.ZERO;

        Replica(String name) {
            this.name = name;
            this.elector = new LeaderElector(platform, LeaseStore.on(link.clients(), LEASE), Election.as(name), this);
        }

        @Override
        public void lead(Term term) throws InterruptedException {
            diary.add(name + " leads " + term.number());
            try {
                platform.sleep(Duration.ofDays(1));
            } finally {
                if (!slowToStop.isZero()) {
                    platform.sleep(slowToStop);
                }
                diary.add(name + " stopped, " + (term.isOpen() ? "open" : "shut"));
            }
        }

        @Override
        public void newLeader(String identity) {
            diary.add(name + " sees <" + identity + ">");
        }
    }

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private String holder() {
        return server.find(PATH)
                .map(lease -> TinyServer.text(lease, "spec", "holderIdentity"))
                .orElse("no lease");
    }

    private void seconds(long count) throws InterruptedException {
        platform.advance(Duration.ofSeconds(count));
    }

    /** LE-6, LE-8. */
    @Test
    void theFirstLeadsAndRenewsWithoutReading() throws InterruptedException {
        try (Campaign campaign = new Replica("a").elector.start()) {
            seconds(20);
            assertThat(campaign.findTerm()).isPresent();
            assertThat(campaign.findLeader()).contains("a");
            assertThat(campaign.fence().isOpen()).isTrue();
            assertThat(server.log().stream().filter(line -> line.startsWith("GET")))
                    .hasSize(1);
            assertThat(server.log().stream().filter(line -> line.startsWith("PUT")))
                    .hasSizeBetween(9, 10);
        }
        assertThat(diary).containsExactlyInAnyOrder("a leads 0", "a sees <a>", "a stopped, open");
    }

    private void leaseOf(String holder) {
        server.put(
                PATH,
                "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"namespace\":"
                        + "\"default\",\"name\":\"foo\"},\"spec\":{\"holderIdentity\":\"" + holder
                        + "\",\"leaseDurationSeconds\":15}}");
    }

    /** LE-9: a lease that nobody holds is news only if somebody held it. */
    @Test
    void eachChangeOfTheHolderIsToldOnceAndThatNobodyHadTheLeaseAtFirstIsNot() throws InterruptedException {
        leaseOf("");
        try (Campaign campaign = new Replica("a").elector.start()) {
            seconds(5);
            assertThat(diary).containsExactlyInAnyOrder("a leads 1", "a sees <a>");
            diary.clear();
            leaseOf("b");
            seconds(5);
            assertThat(campaign.findLeader()).contains("b");
            seconds(5);
            assertThat(diary).containsExactlyInAnyOrder("a stopped, shut", "a sees <b>");
            diary.clear();
            leaseOf("");
            seconds(5);
            assertThat(diary).contains("a leads 1").containsSubsequence("a sees <>", "a sees <a>");
        }
    }

    /** LE-9. */
    @Test
    void whoNeverReturnsFromNewsOfALeaderKeepsTheElectionFromNothing() throws InterruptedException {
        Candidate deaf = new Candidate() {
            @Override
            public void lead(Term term) throws InterruptedException {
                platform.sleep(Duration.ofDays(1));
            }

            @Override
            public void newLeader(String identity) {
                diary.add("hears of " + identity);
                try {
                    platform.sleep(Duration.ofDays(1));
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        LeaseStore store = LeaseStore.on(server.link().clients(), LEASE);
        try (Campaign campaign = new LeaderElector(platform, store, Election.as("a"), deaf).start()) {
            seconds(60);
            assertThat(diary).containsExactly("hears of a");
            assertThat(campaign.findTerm().map(Term::number)).contains(0);
        }
    }

    /** LE-9, LE-10. */
    @Test
    void aLeaderThatIsClosedStopsItsWorkThenGivesTheLeaseUpAndTheNextLeadsSoon() throws InterruptedException {
        Replica a = new Replica("a");
        Replica b = new Replica("b");
        Campaign first = a.elector.start();
        seconds(1);
        try (Campaign second = b.elector.start()) {
            seconds(10);
            assertThat(second.findTerm()).isEmpty();
            assertThat(second.fence().isOpen()).isFalse();
            assertThat(second.findLeader()).contains("a");
            Term given = first.findTerm().orElseThrow();
            first.close();
            assertThat(holder()).isEmpty();
            assertThat(given.isOpen()).as("nothing is written any more").isFalse();
            seconds(5);
            assertThat(second.findTerm().map(Term::number)).contains(1);
            assertThat(holder()).isEqualTo("b");
        }
        assertThat(diary).containsSubsequence("a leads 0", "b sees <a>", "a stopped, open", "b leads 1");
        assertThat(diary).doesNotContain("a sees <>");
    }

    @Test
    void aLeaderThatIsCutOffStopsBeforeAnotherBegins() throws InterruptedException {
        Replica a = new Replica("a");
        Replica b = new Replica("b");
        try (Campaign first = a.elector.start()) {
            seconds(1);
            try (Campaign second = b.elector.start()) {
                seconds(5);
                a.link.fault(Fault.HANG);
                seconds(11);
                assertThat(first.findTerm()).isEmpty();
                assertThat(second.findTerm()).isEmpty();
                seconds(15);
                assertThat(second.findTerm()).isPresent();
                a.link.fault(Fault.NONE);
                seconds(10);
                assertThat(first.findLeader()).contains("b");
            }
            seconds(10);
            assertThat(first.findTerm().map(Term::number)).contains(2);
        }
        assertThat(diary)
                .containsSubsequence(
                        "a leads 0", "a stopped, shut", "b leads 1", "a sees <b>", "b stopped, open", "a leads 2");
    }

    @Test
    void writesAreRefusedOnceTheTermIsOver() throws InterruptedException {
        Replica a = new Replica("a");
        try (Campaign campaign = a.elector.start()) {
            seconds(1);
            Fence fence = campaign.fence();
            var fenced = new FencedTransport(server.link(), fence);
            LeaseStore other =
                    LeaseStore.on(dev.konverge.client.ClientSet.on(fenced, platform), Key.of("default", "other"));
            other.create(new LeaseRecord("x", 1, null, null, 0).in(lease("other"), Map.of()));
            a.link.fault(Fault.REFUSE);
            seconds(11);
            assertThat(fence.isOpen()).isFalse();
            assertThatThrownBy(() -> other.create(lease("third")))
                    .isInstanceOf(FencedException.class)
                    .hasMessage(
                            "POST /apis/coordination.k8s.io/v1/namespaces/default/leases: refused, because this process"
                                    + " no longer leads");
            assertThat(other.find()).isPresent();
        }
    }

    private static Lease lease(String name) {
        return Lease.builder()
                .metadata(meta -> meta.namespace("default").name(name))
                .build();
    }

    @Test
    void aRenewalWhoseAnswerIsLostDoesNotCostTheTerm() throws InterruptedException {
        Replica a = new Replica("a");
        try (Campaign campaign = a.elector.start()) {
            seconds(1);
            a.link.fault(Fault.LOSE_ANSWER, 1);
            seconds(30);
            assertThat(campaign.findTerm().map(Term::number)).contains(0);
        }
        assertThat(diary).containsExactlyInAnyOrder("a leads 0", "a sees <a>", "a stopped, open");
    }

    @Test
    void aCandidateDoesNotCampaignBeforeItsOldWorkHasStopped() throws InterruptedException {
        Replica a = new Replica("a");
        a.slowToStop = Duration.ofMinutes(2);
        try (Campaign campaign = a.elector.start()) {
            seconds(1);
            a.link.fault(Fault.REFUSE);
            seconds(12);
            a.link.fault(Fault.NONE);
            seconds(60);
            assertThat(campaign.findTerm()).isEmpty();
            // LE-11
            assertThat(campaign.findProblem(Duration.ofSeconds(20)))
                    .contains("failed election to renew leadership on lease default/foo");
            a.slowToStop = Duration.ZERO;
            seconds(70);
            assertThat(campaign.findTerm().map(Term::number)).contains(1);
            assertThat(campaign.findProblem(Duration.ofSeconds(20))).isEmpty();
        }
    }

    @Test
    void aCandidateThatFailsGivesTheLeaseUp() throws InterruptedException {
        TinyServer.Link link = server.link();
        Candidate failing = term -> {
            diary.add("try " + term.number());
            platform.sleep(Duration.ofSeconds(1));
            throw new IllegalStateException("cannot");
        };
        var elector = new LeaderElector(platform, LeaseStore.on(link.clients(), LEASE), Election.as("a"), failing);
        try (Campaign campaign = elector.start()) {
            assertThat(platform.runUntil(() -> holder().isEmpty(), Duration.ofSeconds(5)))
                    .isTrue();
            assertThat(campaign.findTerm()).isEmpty();
            seconds(10);
        }
        assertThat(diary).startsWith("try 0", "try 1");
        assertThat(failures).as("it is told in the log, and ends no thread").isEmpty();
    }

    /** LE-15, LE-16, LE-12. */
    @Test
    void labelsAreKeptEventsAreRecordedAndMetricsAreTold() throws InterruptedException {
        server.put(
                PATH,
                "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"namespace\":\"default\","
                        + "\"name\":\"foo\",\"labels\":{\"theirs\":\"1\"}}}");
        List<Occurrence> events = new ArrayList<>();
        List<String> metrics = new ArrayList<>();
        var elector = new LeaderElector(
                        platform,
                        LeaseStore.on(server.link().clients(), LEASE),
                        Election.as("a").withLabels(Map.of("ours", "2")),
                        term -> {})
                .withEvents(events::add)
                .withMetrics(new ElectionMetrics() {
                    @Override
                    public void leading(String name, boolean leads) {
                        metrics.add(name + " " + leads);
                    }
                });
        try (Campaign campaign = elector.start()) {
            seconds(5);
            assertThat(campaign.findTerm()).isPresent();
        }
        assertThat(TinyServer.text(server.find(PATH).orElseThrow(), "metadata", "labels"))
                .isEqualTo("{\"ours\":\"2\",\"theirs\":\"1\"}");
        assertThat(events).extracting(Occurrence::note).containsExactly("a became leader", "a stopped leading");
        assertThat(events).extracting(Occurrence::reason).containsOnly("LeaderElection");
        assertThat(metrics).containsExactly("foo false", "foo true", "foo false");
    }

    /** LE-10, LE-13. */
    @Test
    void aLeaseThatIsGivenUpNamesNobodyAndSaysSo() throws InterruptedException {
        try (Campaign campaign = new Replica("a").elector.start()) {
            seconds(5);
            assertThat(campaign.findTerm()).isPresent();
        }
        assertThat(new String(server.find(PATH).orElseThrow().toBytes(), StandardCharsets.UTF_8))
                .as("an empty name, which another client need not tell from none")
                .contains("\"holderIdentity\":\"\"", "\"leaseDurationSeconds\":1");
    }

    /** LE-12, LE-14: an update of what somebody else has touched is a conflict, after which the lease is read. */
    @Test
    void aRenewalThatHasToReadTheLeaseFirstIsCounted() throws InterruptedException {
        List<String> slow = new ArrayList<>();
        LeaderElector elector = new Replica("a").elector.withMetrics(new ElectionMetrics() {
            @Override
            public void slowPath(String name) {
                slow.add(name);
            }
        });
        try (Campaign campaign = elector.start()) {
            seconds(5);
            assertThat(slow).as("as long as nobody else touches it").isEmpty();
            server.put(PATH, new String(server.find(PATH).orElseThrow().toBytes(), StandardCharsets.UTF_8));
            seconds(5);
            assertThat(slow).containsExactly("foo");
            assertThat(campaign.findTerm().map(Term::number)).contains(0);
        }
    }

    @Test
    void aLeaseThatWasTakenAwayByHandEndsTheTermAtOnce() throws InterruptedException {
        Replica a = new Replica("a");
        try (Campaign campaign = a.elector.start()) {
            seconds(1);
            leaseOf("b");
            seconds(3);
            assertThat(campaign.findTerm()).isEmpty();
            assertThat(campaign.findLeader()).contains("b");
        }
        assertThat(holder()).isEqualTo("b");
        assertThat(diary).contains("a stopped, shut");
    }

    @Test
    void figuresAndEventsThatCannotBeToldEndNoCampaign() throws InterruptedException {
        ElectionMetrics broken = new ElectionMetrics() {
            @Override
            public void leading(String name, boolean leads) {
                throw new IllegalStateException("no figures today");
            }
        };
        EventRecorder mute = occurrence -> {
            throw new StackOverflowError("no events today");
        };
        Replica a = new Replica("a");
        try (Campaign campaign = a.elector.withMetrics(broken).withEvents(mute).start()) {
            seconds(60);
            assertThat(campaign.findTerm().map(Term::number)).contains(0);
            assertThat(campaign.findProblem(Duration.ofSeconds(20))).isEmpty();
        }
        assertThat(diary).containsExactlyInAnyOrder("a leads 0", "a sees <a>", "a stopped, open");
    }

    /** The lease of that server, behind something that fails in itself when it is told to. */
    private static final class FragileStore implements LeaseStore {
        private final LeaseStore store;
        private volatile boolean broken;

        FragileStore(LeaseStore store) {
            this.store = store;
        }

        @Override
        public Key key() {
            if (broken) {
                broken = false;
                throw new OutOfMemoryError("a test of what happens without memory");
            }
            return store.key();
        }

        @Override
        public Optional<Lease> find() {
            return store.find();
        }

        @Override
        public Lease create(Lease lease) {
            return store.create(lease);
        }

        @Override
        public Lease update(Lease lease) {
            return store.update(lease);
        }
    }

    @Test
    void anElectionThatFailsInItselfCostsATermAndNotTheCampaign() throws InterruptedException {
        Replica a = new Replica("a");
        FragileStore store = new FragileStore(LeaseStore.on(a.link.clients(), LEASE));
        try (Campaign campaign = new LeaderElector(platform, store, Election.as("a"), a).start()) {
            seconds(5);
            assertThat(campaign.findTerm().map(Term::number)).contains(0);
            store.broken = true;
            seconds(3);
            assertThat(diary).contains("a stopped, shut");
            seconds(15);
            assertThat(campaign.findTerm().map(Term::number)).contains(1);
            assertThat(campaign.findProblem(Duration.ofSeconds(20))).isEmpty();
        }
    }

    @Test
    void aCampaignThatHasEndedByItselfIsAProblemAndOneThatWasClosedIsNone() throws InterruptedException {
        Duration tolerance = Duration.ofSeconds(20);
        ElectionMetrics hostile = new ElectionMetrics() {
            @Override
            public void leading(String name, boolean leads) {
                if (leads) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Campaign campaign = new Replica("a").elector.withMetrics(hostile).start();
        seconds(60);
        assertThat(campaign.findProblem(tolerance)).contains("the campaign for lease " + LEASE + " has ended");
        campaign.close();
        assertThat(campaign.findProblem(tolerance)).isEmpty();
    }
}
