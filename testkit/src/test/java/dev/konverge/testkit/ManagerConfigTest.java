package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.RequestMetrics;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.event.Correlation;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ConfigMap;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a configuration says of requests holds for those of a manager. */
@WithCluster
class ManagerConfigTest {
    private final ClientConfig.Builder config = ClientConfig.builder(URI.create("https://server:6443"));

    private final AtomicInteger calls = new AtomicInteger();

    /** Counts without disturbing. */
    private static Injection count(TestCluster cluster, Match match) {
        return cluster.faults().inject(match, new Fault.Delay(Duration.ofNanos(1)));
    }

    /** Writes something new in each call, and calls again at once. */
    private ManagerBuilder busy(TestCluster cluster, ClientConfig config) {
        return Manager.builder(cluster.platform(), cluster.transport(), config)
                .controller(
                        Deployment.TYPE,
                        c -> c.workers(3).reconcile((deployment, scope) -> {
                            scope.applyUnowned(ConfigMap.builder()
                                    .metadata(m -> m.namespace("default").name("counter"))
                                    .data(Map.of("n", Integer.toString(calls.incrementAndGet())))
                                    .build());
                            return Outcome.requeueAfter(Duration.ofMillis(1));
                        }));
    }

    @Test
    void aRateLimitPacesTheRequestsOfAllWorkersTogether(TestCluster cluster) {
        ClientConfig limited =
                config.rateLimit(new ClientConfig.RateLimit(1, 1)).build();
        Injection applies = count(cluster, Match.verbs("patch").on("configmaps"));
        for (String name : new String[] {"a", "b", "c"}) {
            cluster.create(Mirror.deployment(name, 1));
        }
        cluster.run(busy(cluster, limited).build());
        cluster.advance(Duration.ofSeconds(10));
        int before = applies.hits();
        cluster.advance(Duration.ofSeconds(60));
        assertThat(applies.hits() - before).isBetween(50, 61);
    }

    @Test
    void eventsTakeNothingFromTheLimitOfTheControllers(TestCluster cluster) {
        ClientConfig limited =
                config.rateLimit(new ClientConfig.RateLimit(1, 1)).build();
        Injection applies = count(cluster, Match.verbs("patch").on("configmaps"));
        Injection events = count(cluster, Match.verbs("create").on("events"));
        cluster.create(Mirror.deployment("a", 1));
        Correlation talkative = Correlation.STANDARD.withSpamFilter(1_000, Duration.ofSeconds(1));
        cluster.run(Manager.builder(cluster.platform(), cluster.transport(), limited)
                .events(EventFlavour.EVENTS, talkative)
                .controller(
                        Deployment.TYPE,
                        c -> c.reconcile((deployment, scope) -> {
                            int call = calls.incrementAndGet();
                            scope.applyUnowned(ConfigMap.builder()
                                    .metadata(m -> m.namespace("default").name("counter"))
                                    .data(Map.of("n", Integer.toString(call)))
                                    .build());
                            scope.event("Call" + call, "called once more");
                            return Outcome.requeueAfter(Duration.ofMillis(1));
                        }))
                .build());
        cluster.advance(Duration.ofSeconds(10));
        int before = applies.hits();
        cluster.advance(Duration.ofSeconds(60));
        assertThat(applies.hits() - before).isBetween(50, 61);
        assertThat(events.hits()).isBetween(30, 71);
    }

    @Test
    void aLeaseIsRenewedHoweverManyWritesWait(TestCluster cluster) {
        ClientConfig limited =
                config.rateLimit(new ClientConfig.RateLimit(0.1, 1)).build();
        cluster.create(Mirror.deployment("a", 1));
        Manager.Running running =
                cluster.run(busy(cluster, limited).leaderElection("busy").build());
        cluster.advance(Duration.ofMinutes(5));
        assertThat(running.isLeading()).isTrue();
        assertThat(calls).hasPositiveValue();
        assertThat(cluster.get(Lease.TYPE, "default", "busy").spec())
                .satisfies(lease -> assertThat(lease.leaseTransitions())
                        .as("it led all the time")
                        .isEqualTo(0));
    }

    private static RequestMetrics counting(AtomicInteger count) {
        return new RequestMetrics() {
            @Override
            public void sent(String verb, String host, String code) {
                count.incrementAndGet();
            }
        };
    }

    @Test
    void whoIsToldOfRequestsIsTheMonitorIfThereIsOne(TestCluster cluster) {
        AtomicInteger ofConfig = new AtomicInteger();
        AtomicInteger ofMonitor = new AtomicInteger();
        ClientConfig counted = config.metrics(counting(ofConfig)).build();
        cluster.create(Mirror.deployment("a", 1));
        Manager.Running first = cluster.run(busy(cluster, counted).build());
        cluster.eventually(() -> assertThat(calls).hasPositiveValue());
        first.close();
        int told = ofConfig.get();
        assertThat(told).isPositive();
        cluster.run(busy(cluster, counted)
                .monitor(new Monitor() {
                    @Override
                    public RequestMetrics requests() {
                        return counting(ofMonitor);
                    }
                })
                .build());
        cluster.eventually(() -> assertThat(ofMonitor).hasPositiveValue());
        assertThat(ofConfig).hasValue(told);
    }
}
