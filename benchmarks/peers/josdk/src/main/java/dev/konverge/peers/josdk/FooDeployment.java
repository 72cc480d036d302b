package dev.konverge.peers.josdk;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import java.util.Map;

/** The deployment of a Foo, as a dependent resource: the framework makes it so. */
@KubernetesDependent
public final class FooDeployment extends CRUDKubernetesDependentResource<Deployment, Foo> {
    public FooDeployment() {
        super(Deployment.class);
    }

    @Override
    protected Deployment desired(Foo foo, Context<Foo> context) {
        Map<String, String> labels =
                Map.of("app", "nginx", "controller", foo.getMetadata().getName());
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace(foo.getMetadata().getNamespace())
                .withName(foo.getSpec().getDeploymentName())
                .endMetadata()
                .withNewSpec()
                .withReplicas(foo.getSpec().getReplicas())
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("nginx")
                .withImage("nginx:latest")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
