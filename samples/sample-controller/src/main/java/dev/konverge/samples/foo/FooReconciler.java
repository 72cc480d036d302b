package dev.konverge.samples.foo;

import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import java.time.Duration;

/** The Foo controller on the runtime. */
public final class FooReconciler implements Reconciler<Foo> {
    private FooReconciler() {}

    /** Adds the controller to a manager. */
    public static ManagerBuilder addTo(ManagerBuilder manager, int workers) {
        return manager.controller(
                Foo.TYPE,
                c -> c.name("sample-controller")
                        .owns(Deployment.TYPE)
                        .resync(Duration.ofSeconds(30))
                        .workers(workers)
                        .reconcile(new FooReconciler()));
    }

    @Override
    public Outcome reconcile(Foo foo, Scope<Foo> scope) {
        String name = FooDeployment.nameOf(foo);
        if (name.isEmpty()) {
            return Outcome.failed("NoDeploymentName", "Deployment name missing from object reference");
        }
        var there = scope.find(Deployment.TYPE, name);
        if (there.isPresent() && !there.get().isControlledBy(foo)) {
            String message = "Resource \"" + name + "\" already exists and is not managed by Foo";
            scope.warning("ErrResourceExists", message);
            // Nobody tells when somebody else's deployment goes: it is tried again, with backoff (SC-11).
            throw new IllegalStateException(message);
        }
        Deployment deployment = scope.apply(FooDeployment.of(foo));
        FooStatus status = FooStatus.builder()
                .availableReplicas(FooDeployment.availableIn(deployment))
                .build();
        if (!status.equals(foo.status())) {
            scope.status(foo.toBuilder().status(status).build());
            scope.event("Synced", "Foo synced successfully");
        }
        return Outcome.done();
    }
}
