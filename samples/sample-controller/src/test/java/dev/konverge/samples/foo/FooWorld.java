package dev.konverge.samples.foo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.informer.EventHandler;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.FooStory.Form;
import dev.konverge.samples.foo.v1alpha1.Foo;
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

    void declare(String name) {
        cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(s -> s.deploymentName(name).replicas(1))
                .build());
        declared.add(name);
    }

    SampleController.Running start(Form form) {
        return form.start(cluster.platform(), cluster.transport());
    }

    /** Waits until each Foo has its deployment and its status. Fails if a deployment was made twice. */
    void isAsDeclared() {
        cluster.eventually(() -> {
            for (String name : declared) {
                Foo foo = cluster.get(Foo.TYPE, "default", name);
                assertThat(foo.status()).isNotNull();
                assertThat(cluster.get(Deployment.TYPE, "default", name).isControlledBy(foo))
                        .isTrue();
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
