package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Event;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import dev.konverge.testkit.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both forms of the sample controller do for a Foo. */
class FooStoryTest {
    enum Form {
        MACHINERY,
        RUNTIME;

        SampleController.Running start(Platform platform, Transport transport) {
            return switch (this) {
                case MACHINERY -> SampleController.start(platform, transport);
                case RUNTIME -> SampleController.startOnRuntime(platform, transport);
            };
        }
    }

    private interface Story {
        void tell(TestCluster cluster);
    }

    private static void with(Form form, Story story) {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            cluster.apply(SampleController.definition());
            SampleController.Running running = form.start(cluster.platform(), cluster.transport());
            try {
                story.tell(cluster);
            } finally {
                running.close();
            }
        }
    }

    private static Foo foo(String name, int replicas) {
        return Foo.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(s -> s.deploymentName(name).replicas(replicas))
                .build();
    }

    private static Optional<Integer> replicasOf(TestCluster cluster, String name) {
        return cluster.find(Deployment.TYPE, "default", name)
                .map(Deployment::spec)
                .map(spec -> spec.replicas());
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aFooGetsADeploymentThatFollowsIt(Form form) {
        with(form, cluster -> {
            Foo made = cluster.create(foo("example", 1));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(1));
            Deployment deployment = cluster.get(Deployment.TYPE, "default", "example");
            assertThat(deployment.isControlledBy(made)).isTrue();
            // SC-12
            assertThat(Optional.ofNullable(deployment.spec()).map(spec -> spec.selector()))
                    .hasValueSatisfying(selector -> assertThat(selector.matchLabels())
                            .isEqualTo(Map.of("app", "nginx", "controller", "example")));

            cluster.clients()
                    .resource(Foo.TYPE)
                    .in("default")
                    .patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":3}}")));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(3));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void theStatusFollowsTheDeployment(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            cluster.clients()
                    .resource(Deployment.TYPE)
                    .patch(
                            dev.konverge.model.Key.of("default", "example"),
                            new MergePatch(Json.parse(
                                    "{\"status\":{\"replicas\":2,\"readyReplicas\":2,\"availableReplicas\":2}}")),
                            dev.konverge.client.WriteOptions.NONE,
                            "status");
            cluster.eventually(
                    () -> assertThat(cluster.get(Foo.TYPE, "default", "example").status())
                            .isEqualTo(FooStatus.builder().availableReplicas(2).build()));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aDeploymentThatIsDeletedOrScaledByHandIsPutBack(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            var deployments = cluster.clients().resource(Deployment.TYPE).in("default");
            deployments.patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":7}}")));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            deployments.delete("example");
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aDeploymentOfSomebodyElseIsLeftAloneAndAnEventSaysSo(Form form) {
        with(form, cluster -> {
            cluster.create(FooDeployment.of(foo("example", 5)));
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(events(cluster)).anySatisfy(event -> {
                assertThat(event.reason()).isEqualTo("ErrResourceExists");
                assertThat(event.message()).isEqualTo("Resource \"example\" already exists and is not managed by Foo");
            }));
            assertThat(replicasOf(cluster, "example")).contains(5);
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void anEventTellsOfSuccess(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(events(cluster)).anySatisfy(event -> {
                assertThat(event.reason()).isEqualTo("Synced");
                assertThat(event.message()).isEqualTo("Foo synced successfully");
            }));
        });
    }

    private static java.util.List<Event> events(TestCluster cluster) {
        return cluster.clients().resource(Event.TYPE).in("default").list().items();
    }

    @Test
    void aPlanShowsTheDeploymentThatWouldBeMadeAndMakesNone() throws InterruptedException {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            cluster.apply(SampleController.definition());
            cluster.create(foo("example", 2));
            List<String> texts = new ArrayList<>();
            assertThat(SampleController.plan(cluster.platform(), cluster.transport(), texts::add))
                    .isEqualTo(2);
            assertThat(texts.getFirst())
                    .startsWith("create Deployment default/example\n+kind: Deployment\n")
                    .contains("\n+  replicas: 2\n")
                    .contains("\n+    kind: Foo\n")
                    .doesNotContain("managedFields");
            assertThat(texts.getLast()).startsWith("edit Foo default/example\n").contains("+status:");
            assertThat(replicasOf(cluster, "example")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void whatAFooDeclaredGoesWithIt(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            cluster.clients().resource(Foo.TYPE).in("default").delete("example");
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).isEmpty());
        });
    }
}
