package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.testkit.TestCluster;
import java.time.Duration;
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
}
