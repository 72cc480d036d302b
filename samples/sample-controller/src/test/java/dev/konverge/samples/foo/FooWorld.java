package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.WriteOptions;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.samples.foo.FooStory.Form;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import dev.konverge.testkit.TestCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A cluster with Foos, and somebody who looks on while deployments are made. */
final class FooWorld implements AutoCloseable {
    private final TestCluster cluster;
    private final SharedInformer.Running looking;
    private final List<String> declared = new ArrayList<>();

    /** Those of all deployments that there ever were. */
    private final Set<String> uids = new HashSet<>();

    FooWorld(int foos, long seed) {
        cluster = TestCluster.virtual(seed);
        cluster.apply(SampleController.definition());
        for (int i = 0; i < foos; i++) {
            declare("foo-" + i);
        }
        SharedInformer<Deployment> deployments = SharedInformer.builder(
                        cluster.platform(),
                        ListerWatcher.of(
                                cluster.clients().resource(Deployment.TYPE).in("default")))
                .build();
        deployments.addHandler(EventHandler.<Deployment>functions()
                .onAdd(deployment ->
                        uids.add(String.valueOf(deployment.metadata().uid())))
                .onUpdate((before, after) ->
                        uids.add(String.valueOf(after.metadata().uid()))));
        looking = deployments.start();
    }

    TestCluster cluster() {
        return cluster;
    }

    /** Foos wish for different numbers of replicas, so that one is not taken for another. */
    private static int replicasOf(String name) {
        return 1 + name.length() % 3 + (name.endsWith("1") ? 3 : 0);
    }

    /** Makes believe that the pods of a deployment are there, as nobody runs any here. */
    private void makeAvailable(String name) {
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(
                        Key.of("default", name),
                        new MergePatch(Json.parse(
                                "{\"status\":{\"availableReplicas\":" + replicasOf(name) + ",\"readyReplicas\":"
                                        + replicasOf(name) + ",\"replicas\":" + replicasOf(name) + "}}")),
                        WriteOptions.NONE,
                        "status");
    }

    void declare(String name) {
        cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(s -> s.deploymentName(name).replicas(replicasOf(name)))
                .build());
        declared.add(name);
    }

    SampleController.Running start(Form form) {
        return form.start(cluster.platform(), cluster.transport());
    }

    /**
     * Waits until each Foo has its deployment with as many replicas as it wishes for, lets these become available, and waits until its status
     * tells so. Fails if a deployment was made twice.
     */
    void isAsDeclared() {
        cluster.eventually(() -> {
            for (String name : declared) {
                Deployment deployment = cluster.get(Deployment.TYPE, "default", name);
                assertThat(deployment.isControlledBy(cluster.get(Foo.TYPE, "default", name)))
                        .isTrue();
                assertThat(deployment.spec())
                        .isNotNull()
                        .extracting(DeploymentSpec::replicas)
                        .isEqualTo(replicasOf(name));
            }
        });
        // The same trouble as everybody's may befall these writes.
        declared.forEach(name -> cluster.eventually(() -> makeAvailable(name)));
        cluster.eventually(() -> {
            for (String name : declared) {
                assertThat(cluster.get(Foo.TYPE, "default", name).status())
                        .as("status of %s", name)
                        .isEqualTo(FooStatus.builder()
                                .availableReplicas(replicasOf(name))
                                .build());
            }
            assertThat(uids).hasSameSizeAs(declared);
        });
    }

    @Override
    public void close() {
        looking.close();
        cluster.close();
    }
}
