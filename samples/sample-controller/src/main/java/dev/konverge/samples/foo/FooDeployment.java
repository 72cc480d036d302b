package dev.konverge.samples.foo;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import java.util.Map;
import java.util.Optional;

/** What a Foo declares: a deployment of nginx (SC-12). */
final class FooDeployment {
    private FooDeployment() {}

    /** {@return the name that a Foo gives its deployment; empty if it gives none} */
    static String nameOf(Foo foo) {
        return Optional.ofNullable(foo.spec())
                .map(spec -> spec.deploymentName())
                .orElse("");
    }

    /** {@return what is said when a deployment of that name is somebody else's} */
    static String takenMessage(String name) {
        return "Resource \"" + name + "\" already exists and is not managed by Foo";
    }

    /** {@return how many replicas a Foo asks for, if it says so} */
    static Optional<Integer> replicasOf(Foo foo) {
        return Optional.ofNullable(foo.spec()).map(spec -> spec.replicas());
    }

    /** {@return how many replicas of a deployment can be used} */
    static int availableIn(Deployment deployment) {
        return Optional.ofNullable(deployment.status())
                .map(status -> status.availableReplicas())
                .orElse(0);
    }

    /** {@return the deployment of a Foo, without an owner} */
    static Deployment of(Foo foo) {
        Map<String, String> labels =
                Map.of("app", "nginx", "controller", foo.key().name());
        return Deployment.builder()
                .metadata(m -> m.namespace(foo.key().namespace()).name(nameOf(foo)))
                .spec(s -> s.replicas(replicasOf(foo).orElse(null))
                        .selector(l -> l.matchLabels(labels))
                        .template(t -> t.metadata(m -> m.labels(labels))
                                .spec(p -> p.addContainers(c -> c.name("nginx").image("nginx:latest")))))
                .build();
    }
}
