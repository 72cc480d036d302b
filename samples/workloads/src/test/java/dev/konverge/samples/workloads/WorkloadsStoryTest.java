package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.testkit.TestCluster;
import dev.konverge.testkit.WithCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@WithCluster
class WorkloadsStoryTest {
    private static void run(TestCluster cluster) {
        cluster.run(Workloads.addTo(cluster.manager(), new PretendKubelet("node-1", Duration.ofSeconds(2)))
                .build());
    }

    private static void deploy(TestCluster cluster, int replicas) {
        cluster.create(Deployment.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(s -> s.replicas(replicas)
                        .selector(l -> l.matchLabels(Map.of("app", "web")))
                        .template(t -> t.metadata(m -> m.labels(Map.of("app", "web")))
                                .spec(p -> p.addContainers(c -> c.name("main").image("nginx:1")))))
                .build());
    }

    private static void change(TestCluster cluster, String patch) {
        cluster.clients().resource(Deployment.TYPE).in("default").patch("web", new MergePatch(Json.parse(patch)));
    }

    private static List<Pod> pods(TestCluster cluster) {
        return cluster.clients().resource(Pod.TYPE).in("default").list().items();
    }

    private static List<ReplicaSet> sets(TestCluster cluster) {
        return cluster.clients().resource(ReplicaSet.TYPE).in("default").list().items();
    }

    private static void isComplete(TestCluster cluster, int replicas, String image) {
        DeploymentStatus status = cluster.get(Deployment.TYPE, "default", "web").status();
        assertThat(status)
                .extracting(s -> s == null ? null : s.availableReplicas())
                .isEqualTo(replicas);
        assertThat(status)
                .extracting(s -> s == null ? null : s.updatedReplicas())
                .isEqualTo(replicas);
        assertThat(pods(cluster)).hasSize(replicas).allSatisfy(pod -> {
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
    void aDeploymentBecomesAvailable(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 3);
        cluster.eventually(() -> isComplete(cluster, 3, "nginx:1"));
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "1");
    }

    @Test
    void aNewTemplateIsRolledOutAndTheOldSetStaysForARollback(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 3);
        cluster.eventually(() -> isComplete(cluster, 3, "nginx:1"));
        change(
                cluster,
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}");
        cluster.eventually(() -> isComplete(cluster, 3, "nginx:2"));
        assertThat(sets(cluster)).hasSize(2);
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "2");

        change(
                cluster,
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:1\"}]}}}}");
        cluster.eventually(() -> isComplete(cluster, 3, "nginx:1"));
        assertThat(sets(cluster)).hasSize(2);
        assertThat(cluster.get(Deployment.TYPE, "default", "web").metadata().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "3");
    }

    @Test
    void noMoreRevisionsAreKeptThanTheLimitSays(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 1);
        change(cluster, "{\"spec\":{\"revisionHistoryLimit\":1}}");
        for (int i = 2; i <= 5; i++) {
            String image = "nginx:" + i;
            change(
                    cluster,
                    "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"" + image
                            + "\"}]}}}}");
            cluster.eventually(() -> isComplete(cluster, 1, image));
        }
        cluster.eventually(() -> assertThat(sets(cluster)).hasSize(2));
    }

    @Test
    void scalingUpAndDownIsFollowed(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 1);
        change(cluster, "{\"spec\":{\"replicas\":5}}");
        cluster.eventually(() -> isComplete(cluster, 5, "nginx:1"));
        change(cluster, "{\"spec\":{\"replicas\":2}}");
        cluster.eventually(() -> isComplete(cluster, 2, "nginx:1"));
    }

    @Test
    void aPausedDeploymentKeepsItsPods(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 2);
        cluster.eventually(() -> isComplete(cluster, 2, "nginx:1"));
        change(cluster, "{\"spec\":{\"paused\":true}}");
        change(
                cluster,
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}");
        cluster.advance(Duration.ofMinutes(5));
        assertThat(pods(cluster))
                .hasSize(2)
                .allSatisfy(pod -> assertThat(
                                pod.spec() == null
                                        ? ""
                                        : pod.spec().containers().getFirst().image())
                        .isEqualTo("nginx:1"));
        change(cluster, "{\"spec\":{\"paused\":false}}");
        cluster.eventually(() -> isComplete(cluster, 2, "nginx:2"));
    }

    @Test
    void aDeletedPodIsReplacedAndADeletedDeploymentTakesAllWithIt(TestCluster cluster) {
        run(cluster);
        deploy(cluster, 2);
        cluster.eventually(() -> isComplete(cluster, 2, "nginx:1"));
        String victim = pods(cluster).getFirst().key().name();
        cluster.clients().resource(Pod.TYPE).in("default").delete(victim);
        cluster.eventually(() -> {
            isComplete(cluster, 2, "nginx:1");
            assertThat(pods(cluster)).noneMatch(pod -> pod.key().name().equals(victim));
        });
        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.eventually(() -> {
            assertThat(sets(cluster)).isEmpty();
            assertThat(pods(cluster)).isEmpty();
        });
    }
}
