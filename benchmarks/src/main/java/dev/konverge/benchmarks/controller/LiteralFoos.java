package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import java.time.Duration;
import java.util.Map;

/**
 * The work of the sample controller, with a status that its worker writes and waits for: two workers are two requests at once, as those of the peers are. With events,
 * as the sample in Go, or without, as JOSDK.
 */
final class LiteralFoos implements Reconciler<Foo> {
    private static final int WORKERS = 2;
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private final Events events;

    /** Whether there are any. */
    enum Events {
        WRITTEN,
        NONE
    }

    private LiteralFoos(Events events) {
        this.events = events;
    }

    static SampleController.Running start(Platform platform, Transport transport, Events events) {
        return Manager.builder(platform, transport)
                .controller(
                        Foo.TYPE,
                        c -> c.name("sample-controller")
                                .owns(Deployment.TYPE)
                                .resync(RESYNC)
                                .workers(WORKERS)
                                .reconcile(new LiteralFoos(events)))
                .build()
                .start()::close;
    }

    @Override
    public Outcome reconcile(Foo foo, Scope<Foo> scope) {
        Deployment deployment = scope.apply(deployment(foo));
        Integer available =
                deployment.status() == null ? null : deployment.status().availableReplicas();
        FooStatus status = FooStatus.builder()
                .availableReplicas(available == null ? 0 : available)
                .build();
        if (!status.equals(foo.status())) {
            Foo unused = scope.status(foo.toBuilder().status(status).build());
            if (events == Events.WRITTEN) {
                scope.event("Synced", "Foo synced successfully");
            }
        }
        return Outcome.done();
    }

    private static Deployment deployment(Foo foo) {
        String name = foo.spec() == null ? null : foo.spec().deploymentName();
        Integer replicas = foo.spec() == null ? null : foo.spec().replicas();
        Map<String, String> labels =
                Map.of("app", "nginx", "controller", foo.key().name());
        return Deployment.builder()
                .metadata(m -> m.namespace(foo.key().namespace()).name(name))
                .spec(s -> s.replicas(replicas)
                        .selector(l -> l.matchLabels(labels))
                        .template(t -> t.metadata(m -> m.labels(labels))
                                .spec(p -> p.addContainers(c -> c.name("nginx").image("nginx:latest")))))
                .build();
    }
}
