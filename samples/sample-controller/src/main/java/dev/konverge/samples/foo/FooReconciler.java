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
                c -> c.name(FooController.AGENT)
                        .owns(Deployment.TYPE)
                        .resync(Duration.ofSeconds(30))
                        .workers(workers)
                        .reconcile(new FooReconciler()));
    }

    @Override
    public Outcome reconcile(Foo foo, Scope<Foo> scope) {
        String name = FooDeployment.nameOf(foo);
        if (name.isEmpty()) {
            return Outcome.failed("NoDeploymentName", FooController.MESSAGE_NO_NAME);
        }
        var there = scope.find(Deployment.TYPE, name);
        if (there.isPresent() && !there.get().isControlledBy(foo)) {
            String message = FooDeployment.takenMessage(name);
            scope.warning(FooController.ERR_RESOURCE_EXISTS, message);
            // Nobody tells when somebody else's deployment goes: it is tried again, with backoff (SC-11).
            throw new IllegalStateException(message);
        }
        Deployment deployment = scope.apply(FooDeployment.of(foo));
        FooStatus status = FooStatus.builder()
                .availableReplicas(FooDeployment.availableIn(deployment))
                .build();
        // For the event's sake: a status that is the same would not be sent anyway.
        if (!status.equals(foo.status())) {
            scope.statusAtEnd(foo.toBuilder().status(status).build());
            scope.event(FooController.SUCCESS_SYNCED, FooController.MESSAGE_SYNCED);
        }
        return Outcome.done();
    }
}
