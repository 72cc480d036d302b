package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Health and readiness when all is not well. */
@WithCluster
class HealthStoryTest {
    private static final Match READS = Match.verbs("list", "watch");

    private static InetSocketAddress run(TestCluster cluster) {
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .leaderElection("mirror")
                .monitoring(Page.anywhere())
                .build());
        return running.findMonitoring().orElseThrow();
    }

    @Test
    void aManagerIsNotReadyUntilEveryCacheIsFilledAndHealthyMeanwhile(TestCluster cluster) throws Exception {
        InetSocketAddress address;
        try (Injection without = cluster.faults().inject(READS.on("configmaps"), new Fault.Unavailable())) {
            address = run(cluster);
            cluster.advance(Duration.ofMinutes(5));
            assertThat(without.hits()).isPositive();
            HttpResponse<String> readiness = Page.get(address, "/readyz");
            assertThat(readiness.statusCode()).isEqualTo(500);
            assertThat(readiness.body()).isEqualTo("[-]caches-synced failed\n[+]caches-current ok\n");
            assertThat(Page.get(address, "/healthz").statusCode()).isEqualTo(200);
        }
        cluster.advance(Duration.ofMinutes(2));
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
    }

    @Test
    void aManagerThatIsCutOffForLongIsNotHealthyUntilItHearsOfItsServerAgain(TestCluster cluster) throws Exception {
        InetSocketAddress address = run(cluster);
        cluster.advance(Duration.ofMinutes(1));
        try (Injection cut = cluster.faults().inject(READS, new Fault.CutBefore())) {
            // Watches that are open tell of something for ten minutes at most, and twenty more are borne.
            cluster.advance(Duration.ofMinutes(15));
            assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
            cluster.advance(Duration.ofMinutes(16));
            HttpResponse<String> health = Page.get(address, "/healthz");
            assertThat(health.statusCode()).isEqualTo(500);
            assertThat(health.body())
                    .as("LE-11: the lease is looked at too")
                    .isEqualTo("[-]server-heard-of failed\n[+]controllers-at-work ok\n[+]leaderElection ok\n");
            assertThat(Page.get(address, "/readyz").body())
                    .as("its caches are still filled, with what was")
                    .isEqualTo("[+]caches-synced ok\n[-]caches-current failed\n");
            assertThat(cut.hits()).isPositive();
        }
        cluster.advance(Duration.ofMinutes(2));
        assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
    }

    @Test
    void aServerThatRefusesIsHeardOf(TestCluster cluster) throws Exception {
        try (Injection refusals = cluster.faults().inject(READS, new Fault.Unavailable())) {
            InetSocketAddress address = run(cluster);
            cluster.advance(Duration.ofMinutes(25));
            assertThat(refusals.hits()).isPositive();
            assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
            assertThat(Page.get(address, "/readyz").statusCode()).isEqualTo(500);
        }
    }

    private static double staleness(InetSocketAddress address) throws Exception {
        Matcher figure = Pattern.compile("informer_staleness_seconds\\{informer=\"configmaps\"} (\\S+)")
                .matcher(Page.get(address, "/metrics").body());
        assertThat(figure.find()).isTrue();
        return Double.parseDouble(figure.group(1));
    }

    @Test
    void aCacheThatIsRefusedAfterItWasFilledIsOldAndSaysSoThoughARestartWouldNotHelp(TestCluster cluster)
            throws Exception {
        InetSocketAddress address = run(cluster);
        cluster.advance(Duration.ofMinutes(1));
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
        try (Injection refusals = cluster.faults().inject(READS.on("configmaps"), new Fault.Unavailable())) {
            // The watch that is open ends after ten minutes at most.
            cluster.advance(Duration.ofMinutes(45));
            assertThat(refusals.hits()).isPositive();
            assertThat(staleness(address)).isGreaterThan(34.0 * 60);
            assertThat(Page.get(address, "/readyz").body())
                    .isEqualTo("[+]caches-synced ok\n[-]caches-current failed\n");
            assertThat(Page.get(address, "/healthz").body())
                    .as("no restart that would not help")
                    .isEqualTo("ok");
        }
        cluster.advance(Duration.ofMinutes(2));
        assertThat(staleness(address)).isLessThan(3.0 * 60);
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
    }

    @Test
    void aKindThatIsNotServedYetMakesAManagerWaitAndNotFail(TestCluster cluster) throws Exception {
        ResourceType<Unstructured> unserved =
                ResourceType.of("example.com", "v1", "Foo", Unstructured.CODEC).served("foos", true);
        Manager.Running running = cluster.run(cluster.manager()
                .controller(unserved, c -> c.name("foos").reconcile((foo, scope) -> Outcome.done()))
                .monitoring(Page.anywhere())
                .build());
        cluster.advance(Duration.ofMinutes(25));
        InetSocketAddress address = running.findMonitoring().orElseThrow();
        assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
        assertThat(Page.get(address, "/readyz").statusCode()).isEqualTo(500);
    }

    @Test
    void aQuietClusterIsAHealthyOne(TestCluster cluster) throws Exception {
        InetSocketAddress address = run(cluster);
        cluster.advance(Duration.ofHours(3));
        assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
    }

    private static final String STILL_WAITS = "a controller still waits for its cache";

    private static void deploy(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 2));
    }

    @Test
    void aControllerThatEndsByItselfIsToldOfAndBeginsAgain(TestCluster cluster) throws Exception {
        deploy(cluster);
        InetSocketAddress address;
        try (Injection without = cluster.faults().inject(READS.on("configmaps"), new Fault.Unavailable());
                LogRecorder.Breaking broken = LogRecorder.breakAt(STILL_WAITS)) {
            Manager.Running running =
                    cluster.run(Mirror.on(cluster).monitoring(Page.anywhere()).build());
            address = running.findMonitoring().orElseThrow();
            cluster.advance(Duration.ofSeconds(50));
            assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
            cluster.advance(Duration.ofSeconds(30));
            assertThat(Page.get(address, "/healthz").body())
                    .isEqualTo("[+]server-heard-of ok\n[-]controllers-at-work failed\n");
            assertThat(without.hits()).isPositive();
            assertThat(broken.count()).isEqualTo(1);
        }
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
        assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
    }

    @Test
    void aControllerThatEndsByItselfEndsItsTermSoThatAnotherReplicaLeads(TestCluster cluster) throws Exception {
        deploy(cluster);
        Transport blind = new InterceptedTransport(cluster.transport(), (request, onward) -> {
            if (request.target().contains("/configmaps") && request.method().equals("GET")) {
                throw new TransportException.Refused(
                        new TransportException.Problem(URI.create("https://one"), "cut off", "", null));
            }
            return onward.send(request);
        });
        try (LogRecorder.Breaking broken = LogRecorder.breakAt(STILL_WAITS)) {
            Manager.Running first = cluster.run(Mirror.addTo(Manager.builder(cluster.platform(), blind))
                    .leaderElection(Key.of("default", "mirror"), Election.as("one"))
                    .monitoring(Page.anywhere())
                    .build());
            cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
            Manager.Running second = cluster.run(Mirror.on(cluster)
                    .leaderElection(Key.of("default", "mirror"), Election.as("two"))
                    .build());
            cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
            cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
            assertThat(broken.count()).isPositive();
            assertThat(Page.get(first.findMonitoring().orElseThrow(), "/healthz")
                            .body())
                    .contains("[-]controllers-at-work failed\n", "[+]leaderElection ok\n");
        }
    }
}
