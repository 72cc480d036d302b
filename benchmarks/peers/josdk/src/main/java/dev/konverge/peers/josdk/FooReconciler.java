package dev.konverge.peers.josdk;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;

/** Sets the status of a Foo when its deployment is as it should be. Writes no events: there is no recorder for them. */
@Workflow(dependents = @Dependent(type = FooDeployment.class))
@ControllerConfiguration(name = "sample-controller")
public final class FooReconciler implements Reconciler<Foo> {
    @Override
    public UpdateControl<Foo> reconcile(Foo foo, Context<Foo> context) {
        int available = context.getSecondaryResource(Deployment.class)
                .map(Deployment::getStatus)
                .map(status -> status.getAvailableReplicas())
                .orElse(0);
        if (foo.getStatus() != null && Integer.valueOf(available).equals(foo.getStatus().getAvailableReplicas())) {
            return UpdateControl.noUpdate();
        }
        Foo.Status status = new Foo.Status();
        status.setAvailableReplicas(available);
        foo.setStatus(status);
        return UpdateControl.patchStatus(foo);
    }
}
