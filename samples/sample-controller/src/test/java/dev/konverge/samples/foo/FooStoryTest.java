package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FooStoryTest implements FooStory {
    private final TestCluster cluster = TestCluster.virtual(1);

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
    void aPlanShowsTheDeploymentThatWouldBeMadeAndMakesNone() throws InterruptedException {
        cluster.apply(SampleController.definition());
        cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name("example"))
                .spec(s -> s.deploymentName("example").replicas(2))
                .build());
        List<String> texts = new ArrayList<>();
        assertThat(SampleController.plan(cluster.platform(), cluster.transport(), texts::add))
                .isEqualTo(2);
        assertThat(texts.getFirst())
                .startsWith("create Deployment default/example\n+kind: Deployment\n")
                .contains("\n+  replicas: 2\n")
                .contains("\n+    kind: Foo\n")
                .doesNotContain("managedFields");
        assertThat(texts.getLast()).startsWith("edit Foo default/example\n").contains("+status:");
        assertThat(cluster.find(Deployment.TYPE, "default", "example")).isEmpty();
    }
}
