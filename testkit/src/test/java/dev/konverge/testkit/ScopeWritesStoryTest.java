package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.ResourceClient;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Key;
import dev.konverge.model.Preconditions;
import dev.konverge.model.Selector;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.batch.v1.Job;
import dev.konverge.model.batch.v1.JobSpec;
import dev.konverge.model.batch.v1.JobStatus;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the writes of a scope do to others than the object that is written. */
@WithCluster
class ScopeWritesStoryTest {
    private static void run(TestCluster cluster, Reconciler<Deployment> reconciler) {
        cluster.run(
                Mirror.on(cluster, c -> c.owns(Job.TYPE).reconcile(reconciler)).build());
    }

    /** A finished job and its pod, which the server would keep without its job. */
    private static void createJobWithPod(TestCluster cluster) {
        Job job = cluster.create(Job.builder()
                .metadata(m -> m.namespace("default").name("backup"))
                .spec(s -> s.template(t -> t.spec(p -> p.restartPolicy("Never")
                        .addContainers(c -> c.name("main").image("backup")))))
                .build());
        cluster.create(Pod.builder()
                .metadata(m -> m.namespace("default").name("backup-1").addOwnerReferences(job.controllerReference()))
                .spec(s -> s.addContainers(c -> c.name("main").image("backup")))
                .build());
    }

    @Test
    void whatIsDeletedTakesItsDependentsAlong(TestCluster cluster) {
        createJobWithPod(cluster);
        run(cluster, (deployment, scope) -> {
            scope.find(Job.TYPE, "backup").ifPresent(scope::delete);
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(
                () -> assertThat(cluster.find(Job.TYPE, "default", "backup")).isEmpty());
        cluster.eventually(
                () -> assertThat(cluster.find(Pod.TYPE, "default", "backup-1")).isEmpty());
    }

    @Test
    void whoDeletesMaySayWhatBecomesOfTheDependents(TestCluster cluster) {
        createJobWithPod(cluster);
        List<Boolean> there = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            Optional<Job> job = scope.find(Job.TYPE, "backup");
            there.add(job.isPresent());
            job.filter(j -> j.metadata().deletionTimestamp() == null)
                    .ifPresent(j -> scope.delete(j, how -> how.propagationPolicy("Orphan")));
            return Outcome.requeueAfter(Duration.ofSeconds(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(there).contains(true, false));
        cluster.eventually(() -> assertThat(
                        cluster.get(Pod.TYPE, "default", "backup-1").metadata().ownerReferences())
                .isEmpty());
    }

    @Test
    void nothingThatIsSaidAboutADeletionMakesItOneOfAnotherObject(TestCluster cluster) {
        createJobWithPod(cluster);
        List<Job> deleted = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            scope.find(Job.TYPE, "backup")
                    .map(job -> job.with(j -> j.metadata(job.metadata().with(m -> m.uid("of-another")))))
                    .ifPresent(job -> {
                        scope.delete(
                                job,
                                how -> how.preconditions(Preconditions.builder().build()));
                        deleted.add(job);
                    });
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(deleted).isNotEmpty());
        assertThat(cluster.find(Job.TYPE, "default", "backup")).isPresent();
    }

    @Test
    void theStatusOfAnotherObjectIsWrittenOnceAndReadBack(TestCluster cluster) {
        createJobWithPod(cluster);
        Injection patches =
                cluster.faults().inject(Match.verbs("patch").on("jobs*"), new Fault.Delay(Duration.ofNanos(1)));
        List<Optional<Integer>> failed = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            Job job = scope.find(Job.TYPE, "backup").orElseThrow();
            failed.add(Optional.ofNullable(job.status()).map(JobStatus::failed));
            Job written = scope.editStatus(
                    job, j -> j.with(b -> b.status(s -> s.failed(2)).spec(s -> s.parallelism(7))));
            assertThat(written.status()).extracting(JobStatus::failed).isEqualTo(2);
            return Outcome.requeueAfter(Duration.ofSeconds(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(failed).hasSizeGreaterThan(3));
        assertThat(failed.subList(1, failed.size())).containsOnly(Optional.of(2));
        assertThat(patches.hits()).isEqualTo(1);
        assertThat(cluster.get(Job.TYPE, "default", "backup").spec())
                .extracting(JobSpec::parallelism)
                .isEqualTo(1);
    }

    @Test
    void whatIsCreatedUnownedHasANameOfTheServersChoiceAndNoOwner(TestCluster cluster) {
        run(cluster, (deployment, scope) -> {
            if (scope.list(ConfigMap.TYPE, Selector.parse("kept=yes")).isEmpty()) {
                scope.createUnowned(ConfigMap.builder()
                        .metadata(
                                m -> m.namespace("default").generateName("web-").labels(Map.of("kept", "yes")))
                        .build());
            }
            return Outcome.requeueAfter(Duration.ofMillis(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(cluster.clients()
                        .resource(ConfigMap.TYPE)
                        .in("default")
                        .list()
                        .items())
                .filteredOn(map -> map.key().name().startsWith("web-"))
                .singleElement()
                .satisfies(map -> assertThat(map.metadata().ownerReferences()).isEmpty());
    }

    @Test
    void eventsMayBeOfAnotherObjectAndNameTheReconciledOne(TestCluster cluster) {
        createJobWithPod(cluster);
        run(cluster, (deployment, scope) -> {
            Job job = scope.find(Job.TYPE, "backup").orElseThrow();
            scope.event(job, "Kept", "it may be looked at");
            scope.warning(job, "Late", "it took too long");
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(cluster.clients()
                        .resource(Event.TYPE)
                        .in("default")
                        .list()
                        .items())
                .extracting(e -> e.type() + ' ' + e.reason() + " of "
                        + Objects.requireNonNull(e.regarding()).kind() + " for "
                        + Objects.requireNonNull(e.related()).kind())
                .containsExactlyInAnyOrder("Normal Kept of Job for Deployment", "Warning Late of Job for Deployment"));
    }

    @Test
    void whatIsAppliedToTheReconciledObjectDoesNotMakeItItsOwnOwner(TestCluster cluster) {
        List<Throwable> refused = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            Deployment labelled = scope.apply(Deployment.builder()
                    .metadata(m ->
                            m.namespace("default").name(deployment.key().name()).labels(Map.of("seen", "yes")))
                    .build());
            Unstructured tree = Unstructured.of(Deployment.TYPE.groupVersionKind(), labelled.key());
            scope.apply(tree.withMetadata(tree.metadata().with(m -> m.labels(Map.of("seen", "yes")))));
            refused.add(catchThrowable(() -> scope.create(deployment)));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(cluster.get(Deployment.TYPE, "default", "web")
                        .metadata()
                        .labels())
                .containsEntry("seen", "yes"));
        cluster.eventually(() -> assertThat(refused).isNotEmpty());
        assertThat(refused)
                .allSatisfy(e -> assertThat(e)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("Deployment \"default/web\" cannot own itself"));
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().ownerReferences())
                .isEmpty();
        ResourceClient<Deployment> deployments =
                cluster.clients().resource(Deployment.TYPE).in("default");
        deployments.delete(
                Key.of("default", "web"),
                DeleteOptions.builder().propagationPolicy("Foreground").build());
        cluster.eventually(() -> assertThat(deployments.find("web")).isEmpty());
    }

    private static Deployment labelled(Deployment deployment, String label) {
        Map<String, String> labels = new HashMap<>(deployment.metadata().labels());
        labels.put(label, "yes");
        return deployment.with(d -> d.metadata(deployment.metadata().with(m -> m.labels(labels))));
    }

    private static Deployment observed(Deployment deployment, int replicas) {
        return deployment.with(d -> d.status(s -> s.replicas(replicas)));
    }

    @Test
    void anEditOfWhatThisCallHasWrittenSinceIsNoConflict(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            attempts.add(scope.attempt());
            if (attempts.size() > 1) {
                return Outcome.done();
            }
            scope.status(observed(deployment, 3));
            scope.edit(deployment, d -> labelled(d, "first"));
            scope.edit(deployment, d -> labelled(d, "second"));
            scope.editStatus(deployment, d -> observed(d, 4));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(cluster.get(Deployment.TYPE, "default", "web"))
                .satisfies(d -> assertThat(d.metadata().labels()).containsOnlyKeys("first", "second"))
                .satisfies(d -> assertThat(d.status())
                        .extracting(DeploymentStatus::replicas)
                        .isEqualTo(4)));
        assertThat(attempts).as("never again because of a conflict").containsOnly(0);
    }

    @Test
    void anEditOfWhatSomebodyElseHasWrittenSinceIsAConflict(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            attempts.add(scope.attempt());
            scope.status(observed(deployment, 3));
            if (scope.attempt() == 0 && attempts.size() == 1) {
                cluster.clients()
                        .resource(Deployment.TYPE)
                        .in("default")
                        .editWithRetry("web", d -> labelled(d, "others"));
                scope.edit(deployment, d -> labelled(d, "first"));
            }
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(attempts).startsWith(0, 1));
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().labels())
                .containsOnlyKeys("others");
    }
}
