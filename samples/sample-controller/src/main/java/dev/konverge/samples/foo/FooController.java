package dev.konverge.samples.foo;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.CancelledException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.informer.DeletedObject;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.Lister;
import dev.konverge.informer.ResourceInformer;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.samples.foo.v1alpha1.FooStatus;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.RateLimiters;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Foo controller on the machinery, part for part as the Kubernetes sample has it: two informers whose handlers put keys into
 * a work queue, and workers that take them out and call {@link #syncHandler}.
 */
public final class FooController {
    static final String AGENT = "sample-controller";
    static final String SUCCESS_SYNCED = "Synced";
    static final String MESSAGE_SYNCED = "Foo synced successfully";
    static final String MESSAGE_NO_NAME = "Deployment name missing from object reference";
    static final String ERR_RESOURCE_EXISTS = "ErrResourceExists";

    private static final Logger LOG = LoggerFactory.getLogger(FooController.class);
    private static final WriteOptions AS_AGENT = WriteOptions.NONE.withFieldManager(AGENT);

    /** How long to wait for the caches between two words about it. */
    private static final Duration SYNC_NOTICE = Duration.ofMinutes(1);

    private final Platform platform;
    private final ClientSet clients;
    private final EventRecorder recorder;
    private final SharedInformer<Deployment> deploymentInformer;
    private final SharedInformer<Foo> fooInformer;
    private final Lister<Deployment> deployments;
    private final Lister<Foo> foos;
    private final WorkQueue<Key> workQueue;

    /** Connects the parts; starts nothing. The informers are the factories' to start. */
    public FooController(
            Platform platform,
            ClientSet clients,
            ResourceInformer<Deployment> deployments,
            ResourceInformer<Foo> foos,
            EventRecorder recorder) {
        this.platform = platform;
        this.clients = clients;
        this.recorder = recorder;
        this.deploymentInformer = deployments.informer();
        this.fooInformer = foos.informer();
        this.deployments = deployments.lister();
        this.foos = foos.lister();
        // SC-4
        this.workQueue = WorkQueue.<Key>builder(platform)
                .rateLimiter(RateLimiters.sampleController(platform.clock()))
                .build();
        // SC-6
        fooInformer.addHandler(
                EventHandler.<Foo>functions().onAdd(this::enqueueFoo).onUpdate((before, after) -> enqueueFoo(after)));
        // SC-7
        deploymentInformer.addHandler(EventHandler.<Deployment>functions()
                .onAdd(this::handleObject)
                .onUpdate((before, after) -> {
                    // A resync tells of every deployment again; those did not change.
                    if (!Objects.equals(
                            before.metadata().resourceVersion(),
                            after.metadata().resourceVersion())) {
                        handleObject(after);
                    }
                })
                .onDelete(this::handleDeleted));
    }

    /** Runs so many workers until it is interrupted (SC-9). */
    public void run(int workers) throws InterruptedException {
        LOG.atInfo().log("Starting Foo controller");
        LOG.atInfo().log("Waiting for informer caches to sync");
        while (!fooInformer.awaitSynced(SYNC_NOTICE) || !deploymentInformer.awaitSynced(SYNC_NOTICE)) {
            LOG.atWarn().log("still waiting for informer caches to sync");
        }
        LOG.atInfo().addKeyValue("count", workers).log("Starting workers");
        List<Task> tasks = new ArrayList<>();
        try {
            for (int i = 0; i < workers; i++) {
                tasks.add(platform.start("foo worker " + i, this::runWorker));
            }
            for (Task task : tasks) {
                while (!task.join(Duration.ofDays(1))) {}
            }
        } finally {
            LOG.atInfo().log("Shutting down workers");
            workQueue.shutDown();
            tasks.forEach(Task::interrupt);
            tasks.forEach(Task::close);
        }
    }

    /** An interrupt before the queue is shut down is meant for somebody else: the worker goes on (SC-9). */
    private void runWorker() {
        boolean more = true;
        while (more) {
            try {
                more = processNextWorkItem();
            } catch (InterruptedException interrupt) {
                more = !workQueue.shuttingDown();
            }
        }
    }

    /** {@return whether there will be more} (SC-10) */
    private boolean processNextWorkItem() throws InterruptedException {
        try (Claim<Key> claim = workQueue.get()) {
            if (claim == null) {
                return false;
            }
            try {
                syncHandler(claim.key());
                workQueue.forget(claim.key());
                LOG.atInfo().addKeyValue("objectName", claim.key()).log("Successfully synced");
            } catch (RuntimeException | Error failure) {
                if (failure instanceof CancelledException && workQueue.shuttingDown()) {
                    // The worker was interrupted in the middle of a request: the ordinary end.
                    return false;
                }
                // Whatever it was: neither the worker nor the key may be lost.
                workQueue.addRateLimited(claim.key());
                LOG.atError()
                        .addKeyValue("objectName", claim.key())
                        .setCause(failure)
                        .log("Error syncing; requeuing for later retry");
            }
            return true;
        }
    }

    /** Compares what is with what is declared, and makes it so (SC-11). */
    void syncHandler(Key key) {
        Optional<Foo> found = foos.in(key.namespace()).find(key.name());
        if (found.isEmpty()) {
            LOG.atError().addKeyValue("objectName", key).log("Foo referenced by item in work queue no longer exists");
            return;
        }
        Foo foo = found.get();
        String name = FooDeployment.nameOf(foo);
        if (name.isEmpty()) {
            // Nothing will change that until somebody changes the Foo.
            LOG.atError().addKeyValue("objectName", key).log(MESSAGE_NO_NAME);
            return;
        }
        Deployment deployment = deployments
                .in(key.namespace())
                .find(name)
                .orElseGet(() -> clients.appsV1().deployments(key.namespace()).create(newDeployment(foo), AS_AGENT));
        if (!deployment.isControlledBy(foo)) {
            String message = FooDeployment.takenMessage(name);
            recorder.event(foo, EventRecorder.WARNING, ERR_RESOURCE_EXISTS, message);
            throw new IllegalStateException(message);
        }
        Deployment current = updateIfNeeded(foo, deployment);
        updateFooStatus(foo, current);
        recorder.event(foo, EventRecorder.NORMAL, SUCCESS_SYNCED, MESSAGE_SYNCED);
    }

    private Deployment updateIfNeeded(Foo foo, Deployment deployment) {
        Optional<Integer> wanted = FooDeployment.replicasOf(foo);
        Optional<Integer> there = Optional.ofNullable(deployment.spec()).map(spec -> spec.replicas());
        if (wanted.isEmpty() || wanted.equals(there)) {
            return deployment;
        }
        LOG.atInfo()
                .addKeyValue("objectName", foo.key())
                .addKeyValue("currentReplicas", there.orElse(0))
                .addKeyValue("desiredReplicas", wanted.get())
                .log("Update deployment resource");
        return clients.appsV1().deployments(foo.key().namespace()).update(newDeployment(foo), AS_AGENT);
    }

    private void updateFooStatus(Foo foo, Deployment deployment) {
        Foo changed = foo.toBuilder()
                .status(FooStatus.builder()
                        .availableReplicas(FooDeployment.availableIn(deployment))
                        .build())
                .build();
        SamplecontrollerApis.of(clients)
                .v1alpha1()
                .foos(foo.key().namespace())
                .updateSubresource(changed, "status", AS_AGENT);
    }

    private static Deployment newDeployment(Foo foo) {
        Deployment deployment = FooDeployment.of(foo);
        return deployment.toBuilder()
                .metadata(deployment.metadata().toBuilder()
                        .addOwnerReferences(foo.controllerReference())
                        .build())
                .build();
    }

    private void enqueueFoo(Foo foo) {
        workQueue.add(foo.key());
    }

    private void handleDeleted(DeletedObject<Deployment> deleted) {
        // A tombstone whose object nobody knows has no owner that could be asked.
        deleted.findObject().ifPresent(this::handleObject);
    }

    /** Puts the Foo that controls an object into the queue (SC-8). */
    private void handleObject(Resource object) {
        object.findController()
                .filter(owner -> Foo.TYPE.kind().equals(owner.kind()))
                .ifPresent(owner -> {
                    Optional<Foo> foo =
                            foos.in(object.key().namespace()).find(Objects.requireNonNullElse(owner.name(), ""));
                    if (foo.isPresent()) {
                        enqueueFoo(foo.get());
                    } else {
                        LOG.atDebug()
                                .addKeyValue("object", object.key())
                                .addKeyValue("foo", owner.name())
                                .log("Ignore orphaned object");
                    }
                });
    }
}
