package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Outcome;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/** What the log says of a controller, and what it does not. */
@WithCluster
class LogStoryTest {
    private static final String FAILED = "a reconcile failed and is tried again";
    private static final String RECOVERED = "the server gives what it is asked for again";
    private static final String RECONCILED = "an object was reconciled";

    @Test
    void aFailureIsToldWithControllerKeyAttemptAndCauses(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(Mirror.on(
                            cluster,
                            c -> c.reconcile((deployment, scope) -> {
                                if (scope.attempt() < 2) {
                                    throw new IllegalStateException("not yet");
                                }
                                return Outcome.done();
                            }))
                    .build());
            cluster.create(Mirror.deployment("web", 1));
            cluster.eventually(() -> assertThat(log.lines(RECONCILED)).hasSize(3));

            List<LogRecorder.Line> failures = log.lines(FAILED);
            assertThat(failures).hasSize(2).allSatisfy(line -> {
                assertThat(line.level()).isEqualTo(Level.WARN);
                assertThat(line.value("controller")).isEqualTo("mirror");
                assertThat(line.value("key")).isEqualTo("default/web");
                assertThat(line.value("failure")).isEqualTo("not yet");
                assertThat(line.cause()).as("where it broke").isPresent();
            });
            assertThat(failures.getFirst().value("causes")).startsWith("[Deployment default/web added@");
            assertThat(failures.getLast().value("attempt")).isEqualTo("2");
            assertThat(failures.getLast().value("causes")).isEqualTo("[retry 1 after IllegalStateException]");
        }
    }

    @Test
    void everyReconcileIsToldAtDebugWithItsCausesAndItsResult(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(Mirror.on(
                            cluster, c -> c.reconcile((deployment, scope) -> Outcome.requeueAfter(Duration.ofHours(1))))
                    .build());
            cluster.create(Mirror.deployment("web", 1));
            cluster.advance(Duration.ofMinutes(90));
            assertThat(log.lines(RECONCILED)).hasSize(2).allSatisfy(line -> {
                assertThat(line.level()).isEqualTo(Level.DEBUG);
                assertThat(line.value("controller")).isEqualTo("mirror");
                assertThat(line.value("key")).isEqualTo("default/web");
                assertThat(line.value("result")).isEqualTo("REQUEUED");
            });
            assertThat(log.lines(RECONCILED).getLast().value("causes")).isEqualTo("[timer]");
        }
    }

    @Test
    void whatAReconcilerLogsTellsOfWhichControllerAndObjectWithoutBeingAsked(TestCluster cluster) {
        Logger own = LoggerFactory.getLogger("com.example");
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(Mirror.on(
                            cluster,
                            c -> c.workers(1)
                                    .reconcile((deployment, scope) -> {
                                        own.info("called");
                                        MDC.put("left", "behind");
                                        if (scope.attempt() == 0) {
                                            throw new IllegalStateException("not yet");
                                        }
                                        return Outcome.done();
                                    })
                                    .onGone(key -> own.info("gone")))
                    .build());
            cluster.create(Mirror.deployment("web", 1));
            cluster.eventually(() -> assertThat(log.lines(RECONCILED)).hasSize(2));
            cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
            cluster.eventually(() -> assertThat(log.lines("gone")).hasSize(1));

            assertThat(log.lines("called"))
                    .extracting(LogRecorder.Line::context)
                    .containsExactly(
                            Map.of("controller", "mirror", "key", "default/web", "attempt", "0"),
                            Map.of("controller", "mirror", "key", "default/web", "attempt", "1"));
            assertThat(log.lines("gone"))
                    .extracting(LogRecorder.Line::context)
                    .containsExactly(Map.of("controller", "mirror", "key", "default/web", "attempt", "0"));
            assertThat(log.lines(RECONCILED))
                    .as("the machinery says it in its own way")
                    .extracting(LogRecorder.Line::context)
                    .containsOnly(Map.of());
        }
    }

    @Test
    void aConflictIsNoNews(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.create(Mirror.deployment("web", 1));
            cluster.faults().inject(Match.writes(), new Fault.Conflict(), 0, 3);
            cluster.run(Mirror.on(cluster).build());
            cluster.eventually(() -> Mirror.isSettled(cluster, "web", 1));
            assertThat(log.lines(FAILED))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.level()).isEqualTo(Level.DEBUG));
        }
    }

    @Test
    void whenTheServerIsThereAgainThatIsToldOnceForEachCache(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.faults().inject(Match.verbs("list", "watch").on("configmaps"), new Fault.ServerError(), 0, 4);
            cluster.run(Mirror.on(cluster).build());
            cluster.advance(Duration.ofMinutes(5));
            assertThat(log.lines(RECOVERED)).singleElement().satisfies(line -> {
                assertThat(line.level()).isEqualTo(Level.INFO);
                assertThat(line.value("reflector")).contains("configmaps");
                assertThat(Duration.parse(line.value("after"))).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1));
            });
        }
    }

    @Test
    void whatIsInASecretIsInNoLogHoweverMuchIsLogged(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.faults().inject(Match.writes().on("secrets"), new Fault.ServerError(), 0, 2);
            cluster.run(cluster.manager()
                    .controller(
                            Deployment.TYPE,
                            c -> c.name("keys").owns(Secret.TYPE).reconcile((deployment, scope) -> {
                                scope.apply(Secret.builder()
                                        .metadata(m -> m.namespace("default")
                                                .name(deployment.key().name()))
                                        .stringData(Map.of("password", "open-sesame"))
                                        .build());
                                return Outcome.done();
                            }))
                    .build());
            cluster.create(Mirror.deployment("web", 1));
            cluster.eventually(() ->
                    assertThat(cluster.find(Secret.TYPE, "default", "web")).isPresent());
            cluster.advance(Duration.ofMinutes(1));
            assertThat(log.lines(RECONCILED)).hasSizeGreaterThan(2);
            assertThat(log.all())
                    .contains("default/web")
                    .doesNotContain("open-sesame")
                    // The same in base 64, which is how it is kept.
                    .doesNotContain("b3Blbi1zZXNhbWU=");
        }
    }
}
