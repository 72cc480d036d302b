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
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Service;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** When an apply is sent, and when it is left out because all is as it was applied. */
@WithCluster
class ApplyStoryTest {
    /** Gives each deployment a service that selects its pods. {@return how many applies were sent} */
    private static Injection serve(TestCluster cluster) {
        Injection applies =
                cluster.faults().inject(Match.verbs("patch").on("services"), new Fault.Delay(Duration.ofNanos(1)));
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("serving").owns(Service.TYPE).reconcile((deployment, scope) -> {
                            scope.apply(Service.builder()
                                    .metadata(m -> m.namespace("default").name("web"))
                                    .spec(s -> s.selector(Map.of("app", "web")).addPorts(p -> p.port(80)))
                                    .build());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(
                () -> assertThat(cluster.find(Service.TYPE, "default", "web")).isPresent());
        cluster.advance(Duration.ofSeconds(10));
        assertThat(applies.hits()).isEqualTo(1);
        return applies;
    }

    /** Has somebody else change the service, which is a request as well. */
    private static void change(TestCluster cluster, String patch) {
        cluster.clients().resource(Service.TYPE).in("default").patch("web", new MergePatch(Json.parse(patch)));
        cluster.advance(Duration.ofSeconds(10));
    }

    @Test
    void whatSomebodyAddsToAMapThatIsOneValueIsTakenAwayAgain(TestCluster cluster) {
        Injection requests = serve(cluster);
        change(cluster, "{\"spec\":{\"selector\":{\"x\":\"y\"}}}");
        assertThat(Objects.requireNonNull(
                                cluster.get(Service.TYPE, "default", "web").spec())
                        .selector())
                .isEqualTo(Map.of("app", "web"));
        assertThat(requests.hits()).as("theirs and ours").isEqualTo(3);
    }

    @Test
    void whatSomebodyAddsToTheMetadataStaysAndCostsNothing(TestCluster cluster) {
        Injection requests = serve(cluster);
        change(cluster, "{\"metadata\":{\"annotations\":{\"revision\":\"1\"},\"labels\":{\"x\":\"y\"}}}");
        assertThat(cluster.get(Service.TYPE, "default", "web").metadata().annotations())
                .containsEntry("revision", "1");
        assertThat(requests.hits()).as("theirs").isEqualTo(2);
    }

    @Test
    void whatSomebodySetsBesideWhatIsDeclaredStaysAndCostsOneRequest(TestCluster cluster) {
        Injection requests = serve(cluster);
        change(cluster, "{\"spec\":{\"sessionAffinity\":\"ClientIP\"}}");
        assertThat(requests.hits()).as("theirs and ours").isEqualTo(3);
        change(cluster, "{\"metadata\":{\"annotations\":{\"revision\":\"1\"}}}");
        assertThat(requests.hits()).as("theirs").isEqualTo(4);
        assertThat(Objects.requireNonNull(
                                cluster.get(Service.TYPE, "default", "web").spec())
                        .sessionAffinity())
                .isEqualTo("ClientIP");
    }

    private static ConfigMap map(Map<String, String> labels) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("kept").labels(labels))
                .build();
    }

    private static Manager.Running replica(
            TestCluster cluster, String name, Transport transport, Map<String, String> labels) {
        return cluster.run(Manager.builder(cluster.platform(), transport)
                .controller(
                        Deployment.TYPE,
                        c -> c.name("mirror").owns(ConfigMap.TYPE).reconcile((deployment, scope) -> {
                            scope.apply(map(labels));
                            return Outcome.done();
                        }))
                .leaderElection(Key.of("default", "mirror"), Election.as(name).withoutRelease())
                .build());
    }

    @Test
    void whatAnotherVersionAppliedInBetweenIsTakenAwayByTheOneThatLeadsAgain(TestCluster cluster) {
        AtomicBoolean cut = new AtomicBoolean();
        Transport transport = new InterceptedTransport(cluster.transport(), (request, onward) -> {
            if (cut.get() && request.method().equals("PUT")) {
                throw new TransportException.ConnectionLost(new TransportException.Problem(
                        URI.create("https://test.invalid"), "on purpose", "", new ConnectException()));
            }
            return onward.send(request);
        });
        cluster.create(Mirror.deployment("web", 1));
        Manager.Running old = replica(cluster, "old", transport, Map.of("a", "1"));
        cluster.eventually(() -> assertThat(labels(cluster)).isEqualTo(Map.of("a", "1")));
        cut.set(true);
        Manager.Running next = replica(cluster, "next", cluster.transport(), Map.of("a", "1", "x", "1"));
        cluster.eventually(() -> assertThat(labels(cluster)).isEqualTo(Map.of("a", "1", "x", "1")));
        assertThat(old.isLeading()).isFalse();

        next.close();
        cut.set(false);
        cluster.eventually(() -> assertThat(old.isLeading()).isTrue());
        cluster.eventually(() -> assertThat(labels(cluster)).isEqualTo(Map.of("a", "1")));
    }

    @Test
    void anApplyWhoseAnswerWasLostMakesTheOneBeforeItUnsure(TestCluster cluster) {
        AtomicBoolean more = new AtomicBoolean();
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("mirror").owns(ConfigMap.TYPE).reconcile((deployment, scope) -> {
                            scope.apply(map(more.getAndSet(false) ? Map.of("a", "1", "x", "1") : Map.of("a", "1")));
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(labels(cluster)).isEqualTo(Map.of("a", "1")));
        cluster.advance(Duration.ofSeconds(10));
        Injection lost = cluster.faults().inject(Match.verbs("patch").on("configmaps"), new Fault.LoseAnswer(), 0, 1);

        more.set(true);
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch("web", new MergePatch(Json.parse("{\"spec\":{\"replicas\":2}}")));
        cluster.advance(Duration.ofMinutes(1));
        assertThat(lost.hits()).isEqualTo(1);
        assertThat(labels(cluster)).as("what is wanted now").isEqualTo(Map.of("a", "1"));
    }

    private static Map<String, String> labels(TestCluster cluster) {
        return cluster.get(ConfigMap.TYPE, "default", "kept").metadata().labels();
    }
}
