package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.ReconcileMetrics;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Tracer;
import dev.konverge.informer.InformerMetrics;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The workers of a controller: how many there can be, what they outlive, and what they take first. */
@WithCluster
class WorkersTest {
    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("mine-" + name))
                .build();
    }

    private static ManagerBuilder manager(TestCluster cluster, int workers, Reconciler<ConfigMap> reconciler) {
        return cluster.manager()
                .controller(
                        ConfigMap.TYPE,
                        c -> c.workers(workers)
                                .priority(map -> map.metadata().labels().containsKey("urgent") ? 1000 : 0)
                                .reconcile((map, scope) -> map.key().name().startsWith("mine-")
                                        ? reconciler.reconcile(map, scope)
                                        : Outcome.done()));
    }

    @Test
    void thousandsOfReconcilesRunAtTheSameTime(TestCluster cluster) {
        int many = 2_000;
        int[] inside = {0, 0};
        for (int i = 0; i < many; i++) {
            cluster.create(map(Integer.toString(i)));
        }
        cluster.run(manager(cluster, many + 1, (map, scope) -> {
                    inside[0]++;
                    cluster.platform().sleep(Duration.ofMinutes(1));
                    inside[1]++;
                    return Outcome.done();
                })
                .build());
        cluster.advance(Duration.ofSeconds(59));
        assertThat(inside).containsExactly(many, 0);
        cluster.advance(Duration.ofSeconds(2));
        assertThat(inside).containsExactly(many, many);
    }

    /** Fails whatever it is told. */
    private static final class BrokenMonitor implements Monitor, ReconcileMetrics {
        private static Error failure() {
            return new StackOverflowError("on purpose");
        }

        @Override
        public ReconcileMetrics reconciles(String controller) {
            return this;
        }

        @Override
        public void began() {
            throw failure();
        }

        @Override
        public void ended(Result result, Duration duration) {
            throw failure();
        }

        @Override
        public Tracer tracer() {
            return (name, attributes) -> new Tracer.Span() {
                @Override
                public void failed(Throwable failure) {
                    throw failure();
                }

                @Override
                public void close() {
                    throw failure();
                }
            };
        }
    }

    @Test
    void figuresAndSpansThatFailCostNothing(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        cluster.run(manager(cluster, 1, (map, scope) -> {
                    attempts.add(scope.attempt());
                    if (attempts.size() == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                    return Outcome.done();
                })
                .monitor(new BrokenMonitor())
                .build());
        cluster.create(map("one"));
        cluster.advance(Duration.ofMinutes(5));
        assertThat(attempts)
                .as("again after a failure of its own, and for nothing else")
                .containsExactly(0, 1);
    }

    @Test
    void aTracerThatThrowsKeepsNobodyFromReconciling(TestCluster cluster) {
        List<String> seen = new ArrayList<>();
        Tracer broken = (name, attributes) -> {
            throw new IllegalStateException("on purpose");
        };
        cluster.run(manager(cluster, 1, (map, scope) -> {
                    seen.add(map.key().name());
                    return Outcome.done();
                })
                .tracer(broken)
                .build());
        cluster.create(map("one"));
        cluster.create(map("two"));
        cluster.advance(Duration.ofMinutes(5));
        assertThat(seen).containsExactlyInAnyOrder("mine-one", "mine-two");
    }

    /** A reconciler that breaks twice, once for each of two ways in which an interrupt gets to where nobody meant it. */
    private static Reconciler<ConfigMap> interruptedByMistake(List<String> done) {
        int[] calls = {0};
        return (map, scope) -> {
            switch (calls[0]++) {
                case 0 -> throw new InterruptedException("of another thread");
                case 1 -> Thread.currentThread().interrupt();
                default -> done.add(map.key().name());
            }
            return Outcome.done();
        };
    }

    @Test
    void anInterruptThatIsNobodysWishCostsNeitherTheWorkerNorTheObject(TestCluster cluster) {
        List<String> done = new ArrayList<>();
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(manager(cluster, 1, interruptedByMistake(done)).build());
            cluster.create(map("one"));
            cluster.create(map("two"));
            cluster.create(map("three"));
            cluster.eventually(() -> assertThat(done).containsExactlyInAnyOrder("mine-one", "mine-two", "mine-three"));
            assertThat(log.lines("a reconcile failed and is tried again")).hasSize(2);
        }
    }

    @Test
    void aRequestThatAnInterruptCutShortCostsNeitherTheWorkerNorTheObject(TestCluster cluster) {
        List<String> done = new ArrayList<>();
        int[] calls = {0};
        Transport interrupting = new InterceptedTransport(cluster.transport(), (request, onward) -> {
            if (request.method().equals("PATCH") && calls[0]++ == 0) {
                throw new InterruptedException("on purpose");
            }
            return onward.send(request);
        });
        cluster.run(Manager.builder(cluster.platform(), interrupting)
                .controller(
                        ConfigMap.TYPE,
                        c -> c.reconcile((map, scope) -> {
                            scope.edit(
                                    map,
                                    m -> m.toBuilder().data(Map.of("n", "1")).build());
                            done.add(map.key().name());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(map("one"));
        cluster.advance(Duration.ofSeconds(10));
        cluster.create(map("two"));
        cluster.eventually(() -> assertThat(done).contains("mine-one", "mine-two"));
    }

    @Test
    void aBackoffThatThrowsCostsNeitherTheWorkerNorTheObject(TestCluster cluster) {
        List<String> done = new ArrayList<>();
        int[] calls = {0};
        RateLimiter<Key> broken = new RateLimiter<>() {
            @Override
            public Duration when(Key key) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public int numRequeues(Key key) {
                return 0;
            }

            @Override
            public void forget(Key key) {}
        };
        cluster.run(cluster.manager()
                .controller(
                        ConfigMap.TYPE,
                        c -> c.backoff(() -> broken).reconcile((map, scope) -> {
                            if (calls[0]++ < 3) {
                                throw new IllegalStateException("not yet");
                            }
                            done.add(map.key().name());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(map("one"));
        cluster.create(map("two"));
        cluster.eventually(() -> assertThat(done).contains("mine-one", "mine-two"));
    }

    @Test
    void aLogThatThrowsCostsTheOnlyWorkerNothingButAPause(TestCluster cluster) {
        List<String> done = new ArrayList<>();
        int[] calls = {0};
        try (LogRecorder.Listening log = LogRecorder.listen();
                LogRecorder.Breaking broken = LogRecorder.breakAt(
                        "a reconcile failed and is tried again",
                        "what surrounds a reconciler failed; the object is looked at again")) {
            cluster.run(manager(cluster, 1, (map, scope) -> {
                        if (calls[0]++ == 0) {
                            throw new IllegalStateException("on purpose");
                        }
                        done.add(map.key().name());
                        return Outcome.done();
                    })
                    .build());
            cluster.create(map("one"));
            cluster.create(map("two"));
            cluster.eventually(() -> assertThat(done).contains("mine-one", "mine-two"));
            assertThat(broken.count()).isEqualTo(2);
            assertThat(log.lines("a worker failed beside its reconciler; it goes on after a pause"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.value("controller")).isEqualTo("configmap"));
        }
    }

    @Test
    void aPriorityThatThrowsCostsNoObjectAndIsToldOnce(TestCluster cluster) {
        List<String> done = new ArrayList<>();
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(cluster.manager()
                    .controller(
                            ConfigMap.TYPE,
                            c -> c.name("maps")
                                    .priority(map -> {
                                        throw new IllegalStateException("on purpose");
                                    })
                                    .reconcile((map, scope) -> {
                                        done.add(map.key().name());
                                        return Outcome.done();
                                    }))
                    .build());
            cluster.create(map("one"));
            cluster.create(map("two"));
            cluster.eventually(() -> assertThat(done).contains("mine-one", "mine-two"));
            assertThat(log.lines("how urgent an object is cannot be told; it is as urgent as any"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.value("controller")).isEqualTo("maps"));
        }
    }

    @Test
    void aMappingThatThrowsIsToldAndCounted(TestCluster cluster) {
        List<String> failed = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public InformerMetrics.Provider informers() {
                return (informer, gauges) -> new InformerMetrics() {
                    @Override
                    public void handlerFailed(String handler) {
                        failed.add(informer + " " + handler);
                    }
                };
            }
        };
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(cluster.manager()
                    .controller(
                            Deployment.TYPE,
                            c -> c.name("mapping")
                                    .watches(ConfigMap.TYPE, map -> {
                                        throw new IllegalStateException("on purpose");
                                    })
                                    .reconcile((deployment, scope) -> Outcome.done()))
                    .monitor(monitor)
                    .build());
            cluster.create(map("one"));
            cluster.eventually(() -> assertThat(failed).containsExactly("configmaps mapping"));
            assertThat(log.lines("a handler failed; it will not be told again of this"))
                    .hasSize(1);
        }
    }

    @Test
    // On purpose: not every user has a compiler that refuses it.
    @SuppressWarnings("NullAway")
    void aReconcilerWithoutAnOutcomeIsCalledAgainLessAndLessOften(TestCluster cluster) {
        List<Instant> calls = new ArrayList<>();
        cluster.create(map("one"));
        cluster.run(manager(cluster, 1, (map, scope) -> {
                    calls.add(scope.now());
                    return calls.size() < 6 ? null : Outcome.done();
                })
                .build());
        cluster.eventually(() -> assertThat(calls).hasSize(6));
        for (int i = 2; i < calls.size(); i++) {
            assertThat(Duration.between(calls.get(i - 1), calls.get(i)))
                    .isGreaterThan(Duration.between(calls.get(i - 2), calls.get(i - 1)));
        }
    }

    @Test
    void whatIsUrgentComesFirst(TestCluster cluster) {
        List<String> order = new ArrayList<>();
        cluster.run(manager(cluster, 1, (map, scope) -> {
                    order.add(map.key().name());
                    cluster.platform().sleep(Duration.ofSeconds(5));
                    return Outcome.done();
                })
                .build());
        cluster.create(map("first"));
        cluster.advance(Duration.ofSeconds(1));
        cluster.create(map("second"));
        cluster.create(map("third"));
        cluster.create(map("fourth").toBuilder()
                .metadata(m -> m.namespace("default").name("mine-urgent").labels(Map.of("urgent", "")))
                .build());
        cluster.advance(Duration.ofMinutes(1));
        assertThat(order).containsExactly("mine-first", "mine-urgent", "mine-second", "mine-third");
    }

    @Test
    void aControllerThatWakesItselfIsFoundOut(TestCluster cluster) {
        int[] found = {0};
        int[] calls = {0};
        Monitor monitor = new Monitor() {
            @Override
            public ReconcileMetrics reconciles(String controller) {
                return new ReconcileMetrics() {
                    @Override
                    public void wokeItself() {
                        found[0]++;
                    }
                };
            }
        };
        cluster.run(manager(cluster, 1, (map, scope) -> {
                    // Something new each time, for no other reason than that it was called.
                    String next = Integer.toString(calls[0]++);
                    if (calls[0] <= 30) {
                        scope.edit(
                                map, m -> m.toBuilder().data(Map.of("n", next)).build());
                    }
                    return Outcome.done();
                })
                .monitor(monitor)
                .build());
        cluster.create(map("one"));
        cluster.eventually(() -> assertThat(calls[0]).isEqualTo(31));
        assertThat(found[0]).as("said once, not every time").isEqualTo(1);
    }
}
