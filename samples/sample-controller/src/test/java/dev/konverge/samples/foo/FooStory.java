package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.WriteOptions;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Event;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import dev.konverge.testkit.Cluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both forms of the sample controller do for a Foo, on whatever cluster. */
// The package is exported; these tests, and what JUnit they use, are not.
@SuppressWarnings("exports")
public interface FooStory {
    /** {@return the cluster that the story is told on} */
    Cluster cluster();

    /** {@return the namespace that it is told in} */
    String namespace();

    /** The two forms. */
    enum Form {
        /** On informers and a work queue. */
        MACHINERY,
        /** On the manager. */
        RUNTIME;

        SampleController.Running start(Platform platform, Transport transport) {
            return switch (this) {
                case MACHINERY -> SampleController.start(platform, transport);
                case RUNTIME -> SampleController.startOnRuntime(platform, transport);
            };
        }
    }

    /** Tells a story while the controller runs. */
    default void with(Form form, Consumer<Cluster> story) {
        Cluster cluster = cluster();
        cluster.apply(SampleController.definition());
        SampleController.Running running = form.start(cluster.platform(), cluster.transport());
        try {
            story.accept(cluster);
        } finally {
            running.close();
        }
    }

    private Foo foo(String name, int replicas) {
        return Foo.builder()
                .metadata(m -> m.namespace(namespace()).name(name))
                .spec(s -> s.deploymentName(name).replicas(replicas))
                .build();
    }

    private Optional<Integer> replicasOf(Cluster cluster, String name) {
        return cluster.find(Deployment.TYPE, namespace(), name)
                .map(Deployment::spec)
                .map(spec -> spec.replicas());
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void aFooGetsADeploymentThatFollowsIt(Form form) {
        with(form, cluster -> {
            Foo made = cluster.create(foo("example", 1));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(1));
            Deployment deployment = cluster.get(Deployment.TYPE, namespace(), "example");
            assertThat(deployment.isControlledBy(made)).isTrue();
            // SC-12
            assertThat(Optional.ofNullable(deployment.spec()).map(spec -> spec.selector()))
                    .hasValueSatisfying(selector -> assertThat(selector.matchLabels())
                            .isEqualTo(Map.of("app", "nginx", "controller", "example")));

            cluster.clients()
                    .resource(Foo.TYPE)
                    .in(namespace())
                    .patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":3}}")));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(3));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void theStatusFollowsTheDeployment(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            cluster.clients()
                    .resource(Deployment.TYPE)
                    .patch(
                            Key.of(namespace(), "example"),
                            new MergePatch(Json.parse(
                                    "{\"status\":{\"replicas\":2,\"readyReplicas\":2,\"availableReplicas\":2}}")),
                            WriteOptions.NONE,
                            "status");
            cluster.eventually(() -> assertThat(
                            cluster.get(Foo.TYPE, namespace(), "example").status())
                    .isEqualTo(FooStatus.builder().availableReplicas(2).build()));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void aDeploymentThatIsDeletedOrScaledByHandIsPutBack(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            var deployments = cluster.clients().resource(Deployment.TYPE).in(namespace());
            deployments.patch("example", new MergePatch(Json.parse("{\"spec\":{\"replicas\":7}}")));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            deployments.delete("example");
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void aDeploymentOfSomebodyElseIsLeftAloneAndAnEventSaysSo(Form form) {
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

    // SC-11 step 5: the clash is an error, so the Foo is tried again, though nobody tells it of a deployment that is
    // not its own.
    @ParameterizedTest
    @EnumSource(Form.class)
    default void onceADeploymentOfSomebodyElseIsGoneTheFooGetsItsOwn(Form form) {
        with(form, cluster -> {
            cluster.create(FooDeployment.of(foo("example", 5)));
            Foo made = cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(events(cluster))
                    .anySatisfy(event -> assertThat(event.reason()).isEqualTo("ErrResourceExists")));
            cluster.clients().resource(Deployment.TYPE).in(namespace()).delete("example");
            cluster.eventually(() -> {
                assertThat(replicasOf(cluster, "example")).contains(2);
                assertThat(cluster.get(Deployment.TYPE, namespace(), "example").isControlledBy(made))
                        .isTrue();
            });
        });
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void anEventTellsOfSuccess(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(events(cluster)).anySatisfy(event -> {
                assertThat(event.reason()).isEqualTo("Synced");
                assertThat(event.message()).isEqualTo("Foo synced successfully");
            }));
        });
    }

    private List<Event> events(Cluster cluster) {
        return cluster.clients().resource(Event.TYPE).in(namespace()).list().items();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    default void whatAFooDeclaredGoesWithIt(Form form) {
        with(form, cluster -> {
            cluster.create(foo("example", 2));
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).contains(2));
            cluster.clients().resource(Foo.TYPE).in(namespace()).delete("example");
            cluster.eventually(() -> assertThat(replicasOf(cluster, "example")).isEmpty());
        });
    }
}
