package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkloadsStoryTest implements WorkloadsStory {
    private final TestCluster cluster = TestCluster.virtual(1);

    @BeforeEach
    void run() {
        cluster.run(Workloads.addTo(cluster.manager(), new PretendKubelet("node-1", Duration.ofSeconds(2)))
                .build());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Override
    public TestCluster cluster() {
        return cluster;
    }

    @Override
    public String namespace() {
        return "default";
    }

    @Test
    void aPausedDeploymentKeepsItsPods() {
        deploy(2);
        cluster.eventually(() -> isComplete(2, "nginx:1"));
        change("{\"spec\":{\"paused\":true}}");
        change("{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}");
        cluster.advance(Duration.ofMinutes(5));
        assertThat(pods())
                .hasSize(2)
                .allSatisfy(pod -> assertThat(
                                pod.spec() == null
                                        ? ""
                                        : pod.spec().containers().getFirst().image())
                        .isEqualTo("nginx:1"));
        change("{\"spec\":{\"paused\":false}}");
        cluster.eventually(() -> isComplete(2, "nginx:2"));
    }

    private void hold(Pod pod, String finalizers) {
        cluster.clients()
                .resource(Pod.TYPE)
                .in(namespace())
                .patch(
                        pod.key().name(),
                        new MergePatch(Json.parse("{\"metadata\":{\"finalizers\":" + finalizers + "}}")));
    }

    private void recreateAs(int image, String more) {
        change("{\"spec\":{" + more
                + "\"strategy\":{\"type\":\"Recreate\",\"rollingUpdate\":null},\"template\":{\"spec\":"
                + "{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:" + image + "\"}]}}}}");
    }

    /** Two that do not stop, for as long as somebody holds them. */
    private List<Pod> held() {
        deploy(2);
        cluster.eventually(() -> isComplete(2, "nginx:1"));
        List<Pod> held = pods();
        held.forEach(pod -> hold(pod, "[\"example.com/hold\"]"));
        return held;
    }

    private void areAllThatThereIs(List<Pod> held) {
        cluster.advance(Duration.ofMinutes(5));
        assertThat(pods())
                .allSatisfy(
                        pod -> assertThat(pod.metadata().deletionTimestamp()).isNotNull())
                .extracting(Pod::key)
                .containsExactlyInAnyOrderElementsOf(held.stream().map(Pod::key).toList());
    }

    @Test
    void recreateStartsNothingWhileAnOldPodIsStopping() {
        List<Pod> held = held();
        recreateAs(2, "");
        areAllThatThereIs(held);
        assertThat(cluster.get(Deployment.TYPE, namespace(), "web").status())
                .extracting(status -> status == null ? null : status.terminatingReplicas())
                .isEqualTo(2);

        hold(held.getFirst(), "null");
        areAllThatThereIs(held.subList(1, 2));

        hold(held.getLast(), "null");
        cluster.eventually(() -> isComplete(2, "nginx:2"));
    }

    @Test
    void anOldSetIsNotForgottenWhileAPodOfItIsStopping() {
        List<Pod> held = held();
        recreateAs(2, "\"revisionHistoryLimit\":0,");
        areAllThatThereIs(held);

        held.forEach(pod -> hold(pod, "null"));
        cluster.eventually(() -> isComplete(2, "nginx:2"));
    }
}
