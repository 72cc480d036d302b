package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Plan;
import dev.konverge.controller.Tracer;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a controller author relies on. */
@WithCluster
class RuntimeStoryTest {
    private static final Match WRITES = Match.writes();

    @Test
    void whatAReconcilerAppliesFollowsTheObjectAndGoesWithIt(TestCluster cluster) {
        cluster.run(Mirror.on(cluster).build());
        Deployment made = cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));

        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch("web", new MergePatch(Json.parse("{\"spec\":{\"replicas\":5}}")));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 5));

        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.eventually(() -> assertThat(cluster.find(ConfigMap.TYPE, "default", "web-mirror"))
                .isEmpty());
        assertThat(made.metadata().uid()).isNotEmpty();
    }

    @Test
    void whatSomebodyChangesOrDeletesByHandIsPutBack(TestCluster cluster) {
        cluster.run(Mirror.on(cluster).build());
        cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
        var maps = cluster.clients().resource(ConfigMap.TYPE).in("default");

        maps.editWithRetry(
                "web-mirror",
                map -> map.toBuilder().data(java.util.Map.of("replicas", "99")).build());
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
        maps.delete("web-mirror");
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
    }

    @Test
    void twoWritesAnObjectAreEnoughAndNoneFollowWhileNothingChanges(TestCluster cluster) {
        cluster.run(Mirror.on(cluster, c -> c.resync(Duration.ofSeconds(30))).build());
        Injection maps = cluster.faults().inject(WRITES.on("configmaps"), new Fault.Delay(Duration.ofNanos(1)));
        Injection status =
                cluster.faults().inject(WRITES.on("deployments/status"), new Fault.Delay(Duration.ofNanos(1)));
        try (Injection counter = cluster.faults().inject(WRITES, new Fault.Delay(Duration.ofNanos(1)))) {
            for (int i = 0; i < 10; i++) {
                cluster.create(Mirror.deployment("web" + i, i));
            }
            int creations = 10;
            cluster.advance(Duration.ofMinutes(10));
            assertThat(maps.hits()).as("maps").isEqualTo(10);
            assertThat(status.hits()).as("status").isEqualTo(10);
            assertThat(counter.hits()).isEqualTo(creations + 2 * creations);
        }
    }

    @Test
    void cleanUpRunsBeforeAnObjectGoesAndIsTriedUntilItSucceeds(TestCluster cluster) {
        List<String> cleaned = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.onDelete((deployment, scope) -> {
                            cleaned.add(deployment.key().name());
                            if (cleaned.size() < 3) {
                                throw new IllegalStateException("not yet");
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(cluster.get(Deployment.TYPE, "default", "web")
                        .metadata()
                        .finalizers())
                .containsExactly("apps/mirror"));

        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.eventually(() ->
                assertThat(cluster.find(Deployment.TYPE, "default", "web")).isEmpty());
        assertThat(cleaned).containsExactly("web", "web", "web");
    }

    @Test
    void aKindThatWasNotDeclaredCannotBeReadAndTheMessageSaysWhatToDo(TestCluster cluster) {
        List<String> messages = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            try {
                                scope.list(Secret.TYPE);
                            } catch (RuntimeException e) {
                                messages.add(e.getMessage());
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(messages)
                .first()
                .asString()
                .isEqualTo(
                        "controller \"mirror\" has no cache of /v1, Kind=Secret; declare it with .reads(Secret.TYPE), or"
                                + " with .owns or .watches to be called when one changes"));
    }

    @Test
    void whatIsOnlyReadIsThereBeforeTheFirstCall(TestCluster cluster) {
        cluster.create(Secret.builder()
                .metadata(m -> m.namespace("default").name("key"))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.faults().inject(Match.verbs("list", "watch").on("secrets"), new Fault.Delay(Duration.ofSeconds(30)));
        List<Integer> seen = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reads(Secret.TYPE).reconcile((deployment, scope) -> {
                            seen.add(scope.list(Secret.TYPE).size());
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(seen).isNotEmpty());
        assertThat(seen).containsOnly(1);
    }

    @Test
    void everyReconcileIsASpanThatTellsWhyAndWhetherItFailed(TestCluster cluster) {
        List<String> spans = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public Tracer tracer() {
                return (name, attributes) -> new Tracer.Span() {
                    @Override
                    public void failed(Throwable failure) {
                        spans.add("failed " + failure.getMessage());
                    }

                    @Override
                    public void close() {
                        spans.add(name + " " + attributes);
                    }
                };
            }
        };
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            if (scope.attempt() == 0) {
                                throw new IllegalStateException("once");
                            }
                            return Outcome.done();
                        }))
                .monitor(monitor)
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(spans).hasSize(3));
        assertThat(spans.get(0)).isEqualTo("failed once");
        assertThat(spans.get(1))
                .startsWith("reconcile {controller=mirror, key=default/web, attempt=0, causes=[Deployment");
        assertThat(spans.get(2)).endsWith("attempt=1, causes=[retry 1 after IllegalStateException]}");
    }

    @Test
    void aTimerWakesAReconcilerAgain(TestCluster cluster) {
        List<java.time.Instant> calls = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            calls.add(scope.now());
                            return calls.size() < 3 ? Outcome.requeueAfter(Duration.ofHours(1)) : Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofHours(5));
        assertThat(calls).hasSize(3);
        assertThat(Duration.between(calls.get(0), calls.get(2))).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void aPlanTellsWhatWouldBeWrittenAndWritesNothing(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 2));
        long before = cluster.server().revision();
        List<String> told = new ArrayList<>();
        Manager manager = Mirror.on(cluster).build();
        manager.plan(new Plan() {
            @Override
            public boolean isDryRun() {
                return true;
            }

            @Override
            public <R extends Resource> void tell(
                    Operation operation, ResourceType<R> type, Optional<R> was, Optional<R> is) {
                told.add(operation + " " + type.kind() + " "
                        + is.map(Resource::key).orElseThrow());
            }
        });
        assertThat(told).containsExactly("APPLY ConfigMap default/web-mirror", "EDIT Deployment default/web");
        assertThat(cluster.server().revision()).isEqualTo(before);
        assertThat(cluster.find(ConfigMap.TYPE, "default", "web-mirror")).isEmpty();
    }
}
