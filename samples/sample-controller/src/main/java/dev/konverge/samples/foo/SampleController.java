package dev.konverge.samples.foo;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Permissions;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.ResourceInformer;
import dev.konverge.informer.SharedInformer;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.samples.foo.v1alpha1.Foo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The sample controller as a program: the parts of either form, put together and started. */
public final class SampleController {
    private static final int WORKERS = 2;
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private SampleController() {}

    /** {@return the definition of Foos, as YAML} */
    public static String definition() {
        try (InputStream in = SampleController.class.getResourceAsStream("foo.yaml")) {
            if (in == null) {
                throw new IllegalStateException("foo.yaml is missing beside " + SampleController.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A controller at work. */
    public interface Running extends AutoCloseable {
        /** Stops it and waits for its threads. */
        @Override
        void close();
    }

    /** Starts the controller on the machinery, with two informer factories and two workers (SC-3). */
    public static Running start(Platform platform, Transport transport) {
        return start(platform, transport, foos -> {});
    }

    /** Starts it with the informer of Foos given to somebody else who wants to listen. */
    static Running start(Platform platform, Transport transport, Consumer<SharedInformer<Foo>> listening) {
        ClientSet clients = ClientSet.on(transport, platform);
        FactoryOptions options = FactoryOptions.STANDARD.withResync(RESYNC);
        SharedInformerFactory kubeInformers = new SharedInformerFactory(platform, clients, options);
        SharedInformerFactory exampleInformers = new SharedInformerFactory(platform, clients, options);
        // SC-5
        Broadcast broadcast = new EventBroadcaster(platform)
                .toLog()
                .toApi(clients, EventFlavour.CORE)
                .start();
        ResourceInformer<Foo> foos =
                SamplecontrollerInformers.of(exampleInformers).v1alpha1().foos();
        listening.accept(foos.informer());
        FooController controller = new FooController(
                platform,
                clients,
                kubeInformers.apps().v1().deployments(),
                foos,
                broadcast.recorder(FooController.AGENT, ""));
        kubeInformers.start();
        exampleInformers.start();
        Task task = platform.start(FooController.AGENT, () -> controller.run(WORKERS));
        return () -> {
            task.close();
            exampleInformers.close();
            kubeInformers.close();
            broadcast.close();
        };
    }

    /**
     * Tells what the controller on the runtime would change, and changes nothing.
     *
     * @param out is given one text a change
     * @return how many changes there would be
     */
    public static int plan(Platform platform, Transport transport, Consumer<String> out) throws InterruptedException {
        DiffPlan plan = new DiffPlan(out);
        FooReconciler.addTo(Manager.builder(platform, transport), WORKERS)
                .build()
                .plan(plan);
        return plan.changes();
    }

    /** {@return the rights that the controller on the runtime needs} */
    public static Permissions permissions(Platform platform, Transport transport) {
        return FooReconciler.addTo(Manager.builder(platform, transport), WORKERS)
                .build()
                .permissions();
    }

    /**
     * Starts the controller on the runtime.
     *
     * @param more says more about the manager, such as where it shows its figures
     */
    public static Running startOnRuntime(Platform platform, Transport transport, UnaryOperator<ManagerBuilder> more) {
        return more.apply(FooReconciler.addTo(Manager.builder(platform, transport), WORKERS))
                .build()
                .start()::close;
    }

    /** Starts the controller on the runtime. */
    public static Running startOnRuntime(Platform platform, Transport transport) {
        return startOnRuntime(platform, transport, manager -> manager);
    }
}
