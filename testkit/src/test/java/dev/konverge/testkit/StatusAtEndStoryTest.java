package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Plan;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A status that is left for the end of a call: the worker does not wait for it, and everybody else does. */
@WithCluster
class StatusAtEndStoryTest {
    private static final Match STATUSES = Match.verbs("patch").on("deployments/status");

    private static Manager.Running run(TestCluster cluster, Reconciler<Deployment> reconciler) {
        return cluster.run(
                Mirror.on(cluster, c -> c.workers(1).reconcile(reconciler)).build());
    }

    /** {@return a reconciler that ends with seven replicas, and takes note of each call} */
    private static Reconciler<Deployment> noting(List<String> calls) {
        return (deployment, scope) -> {
            calls.add(deployment.key().name());
            scope.statusAtEnd(with(deployment, 7));
            return Outcome.done();
        };
    }

    private static Deployment with(Deployment deployment, int replicas) {
        return deployment.toBuilder()
                .status(DeploymentStatus.builder().replicas(replicas).build())
                .build();
    }

    private static Optional<Integer> replicas(TestCluster cluster, String name) {
        return Optional.ofNullable(cluster.get(Deployment.TYPE, "default", name).status())
                .map(DeploymentStatus::replicas);
    }

    private static void touch(TestCluster cluster, String name, int replicas) {
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(name, new MergePatch(Json.parse("{\"spec\":{\"replicas\":" + replicas + "}}")));
    }

    @Test
    void theWorkerGoesOnWhileItIsSent(TestCluster cluster) {
        List<String> calls = new ArrayList<>();
        cluster.faults().inject(STATUSES.named("slow"), new Fault.Delay(Duration.ofSeconds(20)));
        run(cluster, noting(calls));
        cluster.create(Mirror.deployment("slow", 1));
        cluster.eventually(() -> assertThat(calls).containsExactly("slow"));
        cluster.create(Mirror.deployment("quick", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(calls).startsWith("slow", "quick");
        assertThat(replicas(cluster, "quick")).contains(7);
        assertThat(replicas(cluster, "slow")).isEmpty();
        cluster.eventually(() -> assertThat(replicas(cluster, "slow")).contains(7));
    }

    @Test
    void nobodyIsGivenTheObjectBeforeTheServerHasAnswered(TestCluster cluster) {
        List<Optional<Integer>> seen = new ArrayList<>();
        cluster.faults().inject(STATUSES, new Fault.Delay(Duration.ofSeconds(20)), 0, 1);
        run(cluster, (deployment, scope) -> {
            seen.add(Optional.ofNullable(deployment.status()).map(DeploymentStatus::replicas));
            scope.statusAtEnd(with(deployment, 7));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSize(1));
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch("web", new MergePatch(Json.parse("{\"metadata\":{\"labels\":{\"seen\":\"no\"}}}")));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(seen).as("its status is on its way").hasSize(1);
        // What was changed meanwhile makes it a conflict.
        cluster.eventually(() -> assertThat(replicas(cluster, "web")).contains(7));
        assertThat(seen.subList(0, 2)).containsExactly(Optional.empty(), Optional.empty());
    }

    @Test
    void oneThatTheServerRefusesIsTriedAgainAsACallThatHasFailed(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        Injection broken = cluster.faults().inject(STATUSES, new Fault.ServerError(), 0, 3);
        run(cluster, (deployment, scope) -> {
            attempts.add(scope.attempt());
            scope.statusAtEnd(with(deployment, 7));
            return Outcome.requeueAfter(Duration.ofHours(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(replicas(cluster, "web")).contains(7));
        assertThat(broken.hits()).isEqualTo(3);
        assertThat(attempts).startsWith(0, 1);
    }

    @Test
    void itIsSentAlsoIfTheCallThrows(TestCluster cluster) {
        List<Optional<Integer>> seen = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            seen.add(Optional.ofNullable(deployment.status()).map(DeploymentStatus::replicas));
            scope.statusAtEnd(with(deployment, Math.min(seen.size(), 3)));
            if (seen.size() < 3) {
                throw new IllegalStateException("on purpose");
            }
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(replicas(cluster, "web")).contains(3));
        assertThat(seen).startsWith(Optional.empty(), Optional.of(1), Optional.of(2));
    }

    @Test
    void onlyTheLastIsSentAndNothingIfNothingIsDifferent(TestCluster cluster) {
        List<Integer> calls = new ArrayList<>();
        Injection sent = cluster.faults().inject(STATUSES, new Fault.Delay(Duration.ofNanos(1)));
        run(cluster, (deployment, scope) -> {
            calls.add(1);
            scope.statusAtEnd(with(deployment, 1));
            scope.statusAtEnd(with(deployment, 2));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(replicas(cluster, "web")).contains(2));
        touch(cluster, "web", 2);
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls).hasSizeGreaterThan(1);
        assertThat(sent.hits()).isEqualTo(1);
    }

    @Test
    void oneThatIsSentAtOnceTakesItsPlace(TestCluster cluster) {
        run(cluster, (deployment, scope) -> {
            scope.statusAtEnd(with(deployment, 1));
            scope.status(with(deployment, 2));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(replicas(cluster, "web")).contains(2);
    }

    @Test
    void itIsOfTheObjectAsTheLastWriteHasLeftIt(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            attempts.add(scope.attempt());
            scope.statusAtEnd(with(deployment, 7));
            scope.edit(
                    deployment,
                    d -> d.toBuilder()
                            .metadata(m -> m.putAnnotations("edited", "yes"))
                            .build());
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(replicas(cluster, "web")).contains(7);
        assertThat(attempts).containsOnly(0);
    }

    @Test
    void noMoreThanAFewOfThemAreOnTheirWay(TestCluster cluster) {
        List<String> calls = new ArrayList<>();
        Injection held = cluster.faults().inject(STATUSES, new Fault.PauseBefore());
        run(cluster, noting(calls));
        for (int i = 0; i < 10; i++) {
            cluster.create(Mirror.deployment("web" + i, 1));
        }
        cluster.advance(Duration.ofSeconds(5));
        assertThat(calls).as("four on their way, and the worker with the fifth").hasSize(5);
        held.close();
        cluster.eventually(() -> {
            for (int i = 0; i < 10; i++) {
                assertThat(replicas(cluster, "web" + i)).contains(7);
            }
        });
    }

    @Test
    void whoStopsWaitsForIt(TestCluster cluster) {
        List<String> calls = new ArrayList<>();
        cluster.faults().inject(STATUSES, new Fault.Delay(Duration.ofSeconds(3)));
        Manager.Running running = run(cluster, noting(calls));
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(calls).hasSize(1));
        assertThat(running.unfinished().get("mirror")).hasSize(1);
        running.close();
        assertThat(running.unfinished()).isEmpty();
        assertThat(replicas(cluster, "web")).contains(7);
    }

    @Test
    void oneThatNeverArrivesIsInterruptedWhenItStops(TestCluster cluster) {
        List<String> calls = new ArrayList<>();
        cluster.faults().inject(STATUSES, new Fault.Delay(Duration.ofHours(3)));
        Manager.Running running = run(cluster, noting(calls));
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(calls).hasSize(1));
        running.close();
        assertThat(running.unfinished()).isEmpty();
        assertThat(replicas(cluster, "web")).isEmpty();
    }

    @Test
    void itIsSentBeforeTheFinalizerIsTakenAway(TestCluster cluster) {
        List<String> requests = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.workers(1)
                                .reconcile((d, scope) -> Outcome.done())
                                .onDelete((deployment, scope) -> {
                                    requests.add("attempt " + scope.attempt());
                                    scope.statusAtEnd(with(deployment, 9));
                                    return Outcome.done();
                                }))
                .build());
        cluster.create(Mirror.deployment("web", 1).with(d -> d.metadata(m -> m.addFinalizers("example.com/other"))));
        cluster.eventually(() -> assertThat(cluster.get(Deployment.TYPE, "default", "web")
                        .metadata()
                        .finalizers())
                .hasSize(2));
        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.eventually(() -> assertThat(cluster.get(Deployment.TYPE, "default", "web")
                        .metadata()
                        .finalizers())
                .containsExactly("example.com/other"));
        assertThat(replicas(cluster, "web")).contains(9);
        assertThat(requests).containsExactly("attempt 0");
    }

    @Test
    void aPlanIsToldOfIt(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        List<String> said = new ArrayList<>();
        Mirror.on(
                        cluster,
                        c -> c.workers(1).reconcile((deployment, scope) -> {
                            scope.statusAtEnd(with(deployment, 7));
                            return Outcome.done();
                        }))
                .build()
                .plan(new Plan() {
                    @Override
                    public boolean isDryRun() {
                        return true;
                    }

                    @Override
                    public <R extends Resource> void tell(
                            Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after) {
                        said.add(operation + " " + type.kind() + " " + replicasIn(after.orElseThrow()));
                    }
                });
        assertThat(said).containsExactly("EDIT Deployment 7");
        assertThat(replicas(cluster, "web")).isEmpty();
    }

    private static Integer replicasIn(Resource object) {
        return Objects.requireNonNull(
                Objects.requireNonNull(((Deployment) object).status()).replicas());
    }
}
