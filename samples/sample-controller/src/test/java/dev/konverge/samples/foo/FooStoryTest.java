package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.WriteOptions;
import dev.konverge.controller.Tracer;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import dev.konverge.testkit.InterceptedTransport;
import dev.konverge.testkit.TestCluster;
import java.time.Duration;
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

    // SC-3, SC-6
    @Test
    void aResyncOfAnUnchangedFooOnTheRuntimeLooksAtItAndSendsNothing() {
        List<String> requests = new ArrayList<>();
        List<String> causes = new ArrayList<>();
        cluster.apply(SampleController.definition());
        cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name("example"))
                .spec(s -> s.deploymentName("example").replicas(2))
                .build());
        SampleController.Running running = SampleController.startOnRuntime(
                cluster.platform(),
                new InterceptedTransport(cluster.transport(), (request, onward) -> {
                    requests.add(request.method() + " " + request.target());
                    return onward.send(request);
                }),
                manager -> manager.tracer((name, attributes) -> {
                    causes.add(String.valueOf(attributes.get("causes")));
                    return Tracer.Span.NONE;
                }));
        try {
            cluster.advance(Duration.ofSeconds(5));
            // As in a real cluster: the deployment is not of the version any more that was applied.
            cluster.clients()
                    .resource(Deployment.TYPE)
                    .patch(
                            Key.of("default", "example"),
                            new MergePatch(Json.parse(
                                    "{\"status\":{\"replicas\":2,\"readyReplicas\":2,\"availableReplicas\":2}}")),
                            WriteOptions.NONE,
                            "status");
            cluster.advance(Duration.ofSeconds(5));
            assertThat(cluster.get(Foo.TYPE, "default", "example").status())
                    .isEqualTo(FooStatus.builder().availableReplicas(2).build());
            assertThat(requests).isNotEmpty();
            requests.clear();
            causes.clear();
            cluster.advance(Duration.ofSeconds(95));
            assertThat(causes).hasSize(3).allSatisfy(cause -> assertThat(cause).contains("resynced"));
            assertThat(requests).isEmpty();
        } finally {
            running.close();
        }
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
