package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.testkit.Cluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the workload controllers do for a deployment, on whatever cluster. */
// The package is exported; these tests, and what JUnit they use, are not.
@SuppressWarnings("exports")
public interface WorkloadsStory {
    /** {@return the cluster that the story is told on, where the controllers run} */
    Cluster cluster();

    /** {@return the namespace that it is told in} */
    String namespace();

    /** Makes the deployment. */
    default void deploy(int replicas) {
        deploy(replicas, false);
    }

    private void deploy(int replicas, boolean paused) {
        cluster()
                .create(Deployment.builder()
                        .metadata(m -> m.namespace(namespace()).name("web"))
                        .spec(s -> s.replicas(replicas)
                                .paused(paused)
                                .selector(l -> l.matchLabels(Map.of("app", "web")))
                                .template(t -> t.metadata(m -> m.labels(Map.of("app", "web")))
                                        .spec(p -> p.addContainers(
                                                c -> c.name("main").image("nginx:1")))))
                        .build());
    }

    /** Changes it. */
    default void change(String patch) {
        cluster().clients().resource(Deployment.TYPE).in(namespace()).patch("web", new MergePatch(Json.parse(patch)));
    }

    /** {@return all pods} */
    default List<Pod> pods() {
        return cluster().clients().resource(Pod.TYPE).in(namespace()).list().items();
    }

    private List<ReplicaSet> sets() {
        return cluster()
                .clients()
                .resource(ReplicaSet.TYPE)
                .in(namespace())
                .list()
                .items();
    }

    /** Fails unless all replicas are there and ready. */
    default void isComplete(int replicas, String image) {
        DeploymentStatus status =
                cluster().get(Deployment.TYPE, namespace(), "web").status();
        assertThat(status)
                .extracting(s -> s == null ? null : s.availableReplicas())
                .isEqualTo(replicas);
        assertThat(status)
                .extracting(s -> s == null ? null : s.updatedReplicas())
                .isEqualTo(replicas);
        assertThat(pods()).hasSize(replicas).allSatisfy(pod -> {
            assertThat(Pods.isReady(pod)).isTrue();
            assertThat(pod.spec()).isNotNull();
            assertThat(
                            pod.spec() == null
                                    ? ""
                                    : pod.spec().containers().getFirst().image())
                    .isEqualTo(image);
        });
    }

    @Test
    default void aDeploymentBecomesAvailable() {
        Cluster cluster = cluster();
        deploy(3);
        cluster.eventually(() -> isComplete(3, "nginx:1"));
        assertThat(cluster.get(Deployment.TYPE, namespace(), "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "1");
    }

    @Test
    default void aNewTemplateIsRolledOutAndTheOldSetStaysForARollback() {
        Cluster cluster = cluster();
        deploy(3);
        cluster.eventually(() -> isComplete(3, "nginx:1"));
        change("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}");
        cluster.eventually(() -> isComplete(3, "nginx:2"));
        assertThat(sets()).hasSize(2);
        assertThat(cluster.get(Deployment.TYPE, namespace(), "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "2");

        change("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:1\"}]}}}}");
        cluster.eventually(() -> isComplete(3, "nginx:1"));
        assertThat(sets()).hasSize(2);
        assertThat(cluster.get(Deployment.TYPE, namespace(), "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "3");
    }

    @Test
    default void noMoreRevisionsAreKeptThanTheLimitSays() {
        Cluster cluster = cluster();
        deploy(1);
        change("{\"spec\":{\"revisionHistoryLimit\":1}}");
        for (int i = 2; i <= 5; i++) {
            String image = "nginx:" + i;
            change("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"" + image
                    + "\"}]}}}}");
            cluster.eventually(() -> isComplete(1, image));
        }
        cluster.eventually(() -> assertThat(sets()).hasSize(2));
    }

    @Test
    default void scalingUpAndDownIsFollowed() {
        Cluster cluster = cluster();
        deploy(1);
        change("{\"spec\":{\"replicas\":5}}");
        cluster.eventually(() -> isComplete(5, "nginx:1"));
        change("{\"spec\":{\"replicas\":2}}");
        cluster.eventually(() -> isComplete(2, "nginx:1"));
    }

    @Test
    default void aDeletedPodIsReplacedAndADeletedDeploymentTakesAllWithIt() {
        Cluster cluster = cluster();
        deploy(2);
        cluster.eventually(() -> isComplete(2, "nginx:1"));
        String victim = pods().getFirst().key().name();
        cluster.clients().resource(Pod.TYPE).in(namespace()).delete(victim);
        cluster.eventually(() -> {
            isComplete(2, "nginx:1");
            assertThat(pods()).noneMatch(pod -> pod.key().name().equals(victim));
        });
        cluster.clients().resource(Deployment.TYPE).in(namespace()).delete("web");
        cluster.eventually(() -> {
            assertThat(sets()).isEmpty();
            assertThat(pods()).isEmpty();
        });
    }

    /** Fails unless so many pods, all of an image, are ready. */
    private void areReady(int count, String image) {
        assertThat(pods()).hasSize(count).allSatisfy(pod -> {
            assertThat(Pods.isReady(pod)).isTrue();
            assertThat(pod.spec())
                    .extracting(spec ->
                            spec == null ? "" : spec.containers().getFirst().image())
                    .isEqualTo(image);
        });
    }

    @Test
    default void aPausedDeploymentIsScaledWithoutItsNewTemplate() {
        Cluster cluster = cluster();
        deploy(2);
        cluster.eventually(() -> isComplete(2, "nginx:1"));
        change("{\"spec\":{\"paused\":true,\"replicas\":4,"
                + "\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}");
        cluster.eventually(() -> areReady(4, "nginx:1"));
        change("{\"spec\":{\"replicas\":1}}");
        cluster.eventually(() -> areReady(1, "nginx:1"));
        assertThat(sets()).hasSize(1);

        change("{\"spec\":{\"paused\":false}}");
        cluster.eventually(() -> isComplete(1, "nginx:2"));
    }

    @Test
    default void aDeploymentThatIsMadePausedGetsNothingUntilItGoesOn() {
        Cluster cluster = cluster();
        deploy(2, true);
        cluster.eventually(() -> assertThat(
                        cluster.get(Deployment.TYPE, namespace(), "web").status())
                .as("a word about it")
                .isNotNull());
        assertThat(sets()).isEmpty();
        assertThat(pods()).isEmpty();

        change("{\"spec\":{\"paused\":false}}");
        cluster.eventually(() -> isComplete(2, "nginx:1"));
    }
}
