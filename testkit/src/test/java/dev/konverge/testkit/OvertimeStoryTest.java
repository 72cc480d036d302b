package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.transport.Transport;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.ReconcileMetrics;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.apps.v1.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reconciles that take long, or for ever, in a controller with one worker. */
@WithCluster
class OvertimeStoryTest {
    private static final String TAKES_LONG = "a reconcile takes long; it keeps a worker from other objects";
    private static final String FAILED = "a reconcile failed and is tried again";

    private final List<String> done = new ArrayList<>();
    private final List<ReconcileMetrics.Result> results = new ArrayList<>();

    private final Monitor monitor = new Monitor() {
        @Override
        public ReconcileMetrics reconciles(String controller) {
            return new ReconcileMetrics() {
                @Override
                public void ended(Result result, Duration duration) {
                    results.add(result);
                }
            };
        }
    };

    private static Manager manager(
            ManagerBuilder builder,
            Reconciler<Deployment> reconciler,
            Consumer<ControllerBuilder<Deployment>> more,
            Monitor monitor) {
        return builder.controller(Deployment.TYPE, c -> {
                    c.name("web").reconcile(reconciler);
                    more.accept(c);
                })
                .monitor(monitor)
                .build();
    }

    private void run(
            TestCluster cluster, Reconciler<Deployment> reconciler, Consumer<ControllerBuilder<Deployment>> more) {
        cluster.create(Mirror.deployment("a", 1));
        cluster.run(manager(cluster.manager(), reconciler, more, monitor));
    }

    @Test
    void aCallThatRunsForAMinuteIsToldOfOnce(TestCluster cluster) {
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            run(
                    cluster,
                    (deployment, scope) -> {
                        cluster.platform().sleep(Duration.ofMinutes(5));
                        done.add(deployment.key().name());
                        return Outcome.done();
                    },
                    c -> {});
            cluster.advance(Duration.ofSeconds(59));
            assertThat(log.lines(TAKES_LONG)).isEmpty();
            cluster.advance(Duration.ofSeconds(2));
            assertThat(log.lines(TAKES_LONG)).singleElement().satisfies(line -> {
                assertThat(line.value("controller")).isEqualTo("web");
                assertThat(line.value("key")).isEqualTo("default/a");
                assertThat(line.value("took")).startsWith("PT1M");
            });
            cluster.advance(Duration.ofMinutes(10));
            assertThat(log.lines(TAKES_LONG)).hasSize(1);
            assertThat(done).as("nobody has said how long it may take").containsExactly("a");
            cluster.create(Mirror.deployment("b", 1));
            cluster.advance(Duration.ofSeconds(62));
            assertThat(log.lines(TAKES_LONG)).as("after a time of rest, too").hasSize(2);
        }
    }

    @Test
    void aCallThatTakesLongerThanItMayIsInterruptedAndHasFailed(TestCluster cluster) {
        List<Instant> calls = new ArrayList<>();
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            run(
                    cluster,
                    (deployment, scope) -> {
                        if (deployment.key().name().equals("a")) {
                            calls.add(scope.now());
                            cluster.platform().sleep(Duration.ofDays(1));
                        }
                        done.add(deployment.key().name());
                        return Outcome.done();
                    },
                    c -> c.reconcileTimeout(Duration.ofSeconds(30)));
            cluster.create(Mirror.deployment("b", 1));
            cluster.advance(Duration.ofSeconds(29));
            assertThat(done).isEmpty();
            cluster.advance(Duration.ofSeconds(2));
            assertThat(done).as("the worker is free").containsExactly("b");
            assertThat(results).containsExactly(ReconcileMetrics.Result.TIMED_OUT, ReconcileMetrics.Result.DONE);
            assertThat(log.lines(FAILED)).singleElement().satisfies(line -> {
                assertThat(line.value("controller")).isEqualTo("web");
                assertThat(line.value("key")).isEqualTo("default/a");
                assertThat(line.value("failure")).isEqualTo("it took longer than it may, which is PT30S");
            });
            cluster.advance(Duration.ofMinutes(2));
            assertThat(calls).as("again and again").hasSizeGreaterThan(3);
        }
    }

    @Test
    void whoSwallowsTheInterruptHasFailedAllTheSameAndTheNextOneIsLeftInPeace(TestCluster cluster) {
        int[] calls = {0};
        run(
                cluster,
                (deployment, scope) -> {
                    try {
                        cluster.platform().sleep(calls[0]++ == 0 ? Duration.ofDays(1) : Duration.ofSeconds(25));
                        done.add(deployment.key().name());
                    } catch (InterruptedException swallowed) {
                        Thread.currentThread().interrupt();
                    }
                    return Outcome.done();
                },
                c -> c.reconcileTimeout(Duration.ofSeconds(30)));
        cluster.create(Mirror.deployment("b", 1));
        cluster.advance(Duration.ofMinutes(5));
        assertThat(done).containsExactlyInAnyOrder("a", "b");
        assertThat(results)
                .containsExactly(
                        ReconcileMetrics.Result.TIMED_OUT, ReconcileMetrics.Result.DONE, ReconcileMetrics.Result.DONE);
    }

    @Test
    void aReconcilerThatIsDeafIsInterruptedAgain(TestCluster cluster) {
        int[] interrupts = {0};
        run(
                cluster,
                (deployment, scope) -> {
                    while (interrupts[0] < 3) {
                        try {
                            cluster.platform().sleep(Duration.ofDays(1));
                        } catch (InterruptedException ignored) {
                            interrupts[0]++;
                        }
                    }
                    done.add(deployment.key().name());
                    return Outcome.done();
                },
                c -> c.reconcileTimeout(Duration.ofSeconds(30)));
        cluster.advance(Duration.ofMinutes(3));
        assertThat(done).containsExactly("a", "a");
    }

    @Test
    void aStatusAtTheEndThatIsNeverAnsweredKeepsNoObjectForEver(TestCluster cluster) {
        int[] patches = {0};
        Transport silent = new InterceptedTransport(cluster.transport(), (request, onward) -> {
            if (request.method().equals("PATCH") && patches[0]++ == 0) {
                cluster.platform().sleep(Duration.ofDays(1));
            }
            return onward.send(request);
        });
        cluster.create(Mirror.deployment("a", 1));
        cluster.run(manager(
                Manager.builder(cluster.platform(), silent),
                (deployment, scope) -> {
                    scope.statusAtEnd(deployment.with(d -> d.status(s -> s.replicas(1))));
                    return Outcome.done();
                },
                c -> c.reconcileTimeout(Duration.ofSeconds(30)),
                monitor));
        cluster.advance(Duration.ofMinutes(1));
        assertThat(results.getFirst()).isEqualTo(ReconcileMetrics.Result.TIMED_OUT);
        assertThat(cluster.get(Deployment.TYPE, "default", "a").status())
                .satisfies(status -> assertThat(status).isNotNull());
    }

    @Test
    void noTimeAtAllIsNoLimit(TestCluster cluster) {
        assertThatThrownBy(() ->
                        run(cluster, (deployment, scope) -> Outcome.done(), c -> c.reconcileTimeout(Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"web\"");
    }
}
