package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An indexed local copy of a collection on a server, and news of what changes, for any number of handlers.
 *
 * <p>The copy follows the server with a short delay, and never ends doing so by itself. Each handler is called on a thread of its
 * own, in the order of the changes, after the copy has changed. A handler that joins late is told first of all that there is; then
 * of exactly what follows. No handler keeps another one or the copy waiting, whatever it does.
 *
 * {@snippet :
 * var pods = SharedInformer.builder(platform, ListerWatcher.of(clients.coreV1().pods())).build();
 * pods.addHandler(EventHandler.of(notification -> queue.add(…)));
 * try (var running = pods.start()) {
 *     pods.awaitSynced(Duration.ofMinutes(1));
 *     pods.indexer().byIndex("namespace", "default");
 * }
 * }
 *
 * <p>Safe for use by many threads.
 *
 * @param <T> the type of the objects
 */
public final class SharedInformer<T extends Resource> {
    private static final Logger LOG = LoggerFactory.getLogger(SharedInformer.class);

    private final Platform platform;
    private final String name;
    private final SharedInformerBuilder<T> settings;
    private final Indexer<T> indexer;
    private final SyncLatch synced;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** Written once by whoever starts, read by all threads of the informer. */
    private volatile InformerMetrics metrics = InformerMetrics.NONE;

    private final @Nullable MutationDetector<T> detector;

    /** Serialises all changes of the copy, their distribution, and the coming and going of handlers (DI-1). */
    private final ReentrantLock lock = new ReentrantLock();

    private final Listeners<T> listeners;

    @GuardedBy("lock")
    private State<T> state;

    @GuardedBy("lock")
    private UnaryOperator<T> transform;

    @GuardedBy("lock")
    private WatchErrorHandler errorHandler;

    private sealed interface State<T extends Resource> {
        record Ready<T extends Resource>() implements State<T> {}

        record Started<T extends Resource>(DeltaQueue<T> queue, Controller<T> controller) implements State<T> {}

        /** What is known of the server stays to be asked for. */
        record Stopped<T extends Resource>(Controller<T> controller) implements State<T> {}
    }

    SharedInformer(SharedInformerBuilder<T> builder) {
        this.platform = builder.platform;
        this.name = builder.name;
        this.settings = builder;
        this.indexer = builder.indexer();
        this.synced = new SyncLatch(platform, "SharedInformer " + name);
        this.detector = builder.detectsMutations ? new MutationDetector<>(platform, name) : null;
        this.listeners = new Listeners<>(platform.clock(), lock, builder.resyncPeriod);
        this.state = new State.Ready<>();
        this.transform = builder.transform;
        this.errorHandler = builder.errorHandler;
    }

    /** {@return a builder of informers on a source} */
    public static <T extends Resource> SharedInformerBuilder<T> builder(Platform platform, ListerWatcher<T> source) {
        return new SharedInformerBuilder<>(platform, source);
    }

    /** {@return its name, as logs and figures give it} */
    public String name() {
        return name;
    }

    // ---- the copy

    /** {@return the copy; only the informer writes to it} */
    public Indexer<T> indexer() {
        return indexer;
    }

    /**
     * Adds indexes to the copy, at any time before the stop.
     *
     * @throws IllegalArgumentException if one of the names is taken; then none is added
     * @throws IllegalStateException if it has stopped
     */
    public void addIndexers(Map<String, ? extends IndexFunction<? super T>> indexers) {
        lock.lock();
        try {
            if (state instanceof State.Stopped<T>) {
                throw new IllegalStateException(
                        "indexers were not added to informer " + name + " because it has stopped already");
            }
            indexer.addIndexers(indexers);
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the copy has everything that was there at the start} Once true it stays true. */
    public boolean hasSynced() {
        return synced.isDone();
    }

    /** {@return what can be waited for until {@link #hasSynced()}; if it is stopped before, that never happens} */
    public DoneChecker synced() {
        return synced;
    }

    /**
     * Waits until {@link #hasSynced()}.
     *
     * @return false if it took too long
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        return synced.await(timeout);
    }

    /** {@return the version that was last heard of; none before the first list} The copy may be a little behind. */
    public ResourceVersion lastSyncResourceVersion() {
        return controller().map(Controller::lastSyncResourceVersion).orElse(ResourceVersion.NONE);
    }

    /** Distrusts the copy: reads the latest state from the server, and tells handlers of every difference. */
    public void relist() {
        controller().ifPresent(controller -> controller.reflector().relist());
    }

    // ---- handlers

    /** Adds a handler. {@return its place} */
    public Registration addHandler(EventHandler<T> handler) {
        return addHandler(handler, HandlerOptions.NONE);
    }

    /**
     * Adds a handler. {@return its place}
     *
     * @throws IllegalStateException if the informer has stopped
     */
    public Registration addHandler(EventHandler<T> handler, HandlerOptions options) {
        String wanted = options.name().isEmpty() ? HandlerNames.of(handler) : options.name();
        lock.lock();
        try {
            if (state instanceof State.Stopped<T>) {
                throw new IllegalStateException(
                        "handler " + wanted + " was not added to shared informer because it has stopped already");
            }
            var listener = new Listener<>(platform, listeners.freeName(wanted), synced.name(), handler, () -> metrics);
            listeners.add(listener, options.resyncPeriod(), indexer);
            return new Registration(listener);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes a handler, at any time: what waits is dropped. A call that runs goes on, and one that was about to begin may still begin; who must know that
     * there are none any more asks {@link #shutDownHandler}. A place that is not of this informer, or was removed before, is let be.
     */
    public void removeHandler(Registration registration) {
        listeners.remove(registration.listener());
    }

    /**
     * Removes a handler, if nobody has yet, and waits until a call that runs has ended. From inside that call it does not wait.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void shutDownHandler(Registration registration) throws InterruptedException {
        listeners.remove(registration.listener());
        registration.listener().awaitEnd();
    }

    // ---- settings until the start

    /**
     * Says what is done to each object before it is kept, usually to make it smaller. It must leave alone what it has been applied
     * to already. The last one set counts.
     *
     * @throws IllegalStateException if the informer has started
     */
    public void setTransform(UnaryOperator<T> transform) {
        lock.lock();
        try {
            requireReady();
            this.transform = transform;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Says who is told of failures. The last one set counts.
     *
     * @throws IllegalStateException if the informer has started
     */
    public void setWatchErrorHandler(WatchErrorHandler handler) {
        lock.lock();
        try {
            requireReady();
            this.errorHandler = handler;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void requireReady() {
        if (!(state instanceof State.Ready<T>)) {
            throw new IllegalStateException("informer has already started");
        }
    }

    // ---- life

    /**
     * Starts to fill the copy and to call handlers. A second start does nothing but say so.
     *
     * @return what stops it, for good: closing interrupts the threads and waits for their end
     */
    public Running start() {
        if (!begun.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("informer", name)
                    .log("the informer has started, run more than once is not allowed");
            return () -> {};
        }
        try {
            // Without the lock: whoever reads the figures needs it, and may keep the provider waiting.
            metrics = settings.metrics.of(name, new Figures());
            return begin();
        } catch (Throwable failure) {
            begun.set(isStarted());
            throw failure;
        }
    }

    private Running begin() {
        Life life = new Life();
        try {
            life.begin();
            return life;
        } catch (Throwable failure) {
            life.close();
            throw failure;
        }
    }

    /** What was started, as far as it was. */
    private final class Life implements Running {
        private final Relists relists =
                new Relists(platform, name, settings.policy.backoff(), SharedInformer.this::relist);

        private Optional<Task> detecting = Optional.empty();
        private Controller.Running running = () -> {};

        void begin() {
            lock.lock();
            try {
                DeltaApplier<T> applier = applier();
                DeltaQueue<T> queue = settings.queue(new Known(applier), transform);
                Controller<T> controller = controller(queue, applier, relists);
                state = new State.Started<>(queue, controller);
                detecting = Optional.ofNullable(detector).map(MutationDetector::start);
                listeners.serve();
                // Whoever completes it may hold the queue's lock, under which ours may be taken, but never the other
                // way round.
                queue.synced().whenDone(() -> announceIfSynced(queue, applier));
                running = controller.start();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void interrupt() {
            // Not under the lock, which whoever is to be interrupted may hold: the handlers' end can wait for close().
            new Endings()
                    .then(running::interrupt)
                    .then(() -> detecting.ifPresent(Task::interrupt))
                    .then(this::interruptHandlers)
                    .rethrow();
        }

        private void interruptHandlers() {
            if (lock.tryLock()) {
                try {
                    endListening().forEach(Task::interrupt);
                } finally {
                    lock.unlock();
                }
            }
        }

        /** In this order: nothing new, nothing more for the copy, nothing more for handlers. */
        @Override
        public void close() {
            new Endings()
                    .then(running::close)
                    .then(relists::close)
                    .then(() -> new Endings().thenClose(endListening()).rethrow())
                    .then(() -> detecting.ifPresent(Task::close))
                    .rethrow();
        }

        /** {@return the threads of handlers that still run} Where nothing was started all is as before, to be started again. */
        private List<Task> endListening() {
            lock.lock();
            try {
                if (state instanceof State.Started<T>(var queue, var controller)) {
                    state = new State.Stopped<>(controller);
                }
                return state instanceof State.Ready<T> ? List.of() : listeners.end();
            } finally {
                lock.unlock();
            }
        }
    }

    /** An informer at work. */
    @FunctionalInterface
    public interface Running extends AutoCloseable {
        /** Asks it to end, and waits for nothing: for who has several to {@linkplain #close}. */
        default void interrupt() {}

        /** Stops it and waits for its threads. Closing twice does nothing. */
        @Override
        void close();
    }

    /** What a queue by object compares a list with. Asked under the queue's lock, under which ours may be taken. */
    private final class Known implements KnownObjects<T> {
        private final DeltaApplier<T> applier;

        Known(DeltaApplier<T> applier) {
            this.applier = applier;
        }

        @Override
        public Optional<T> findByKey(Key key) {
            return indexer.findByKey(key);
        }

        @Override
        public List<Key> listKeys() {
            lock.lock();
            try {
                return applier.listKeys();
            } finally {
                lock.unlock();
            }
        }
    }

    private DeltaApplier<T> applier() {
        DeltaApplier.Listening<T> listening = detector == null ? listeners : detector.before(listeners);
        return new DeltaApplier<>(indexer, KeyFunction.<T>ofMetadata(), listening, settings.source::renewed);
    }

    @GuardedBy("lock")
    private Controller<T> controller(DeltaQueue<T> queue, DeltaApplier<T> applier, Relists relists) {
        WatchErrorHandler handler = errorHandler;
        Duration checkPeriod = listeners.checkPeriod();
        ReflectorVoice voice = new ReflectorVoice(name, platform.clock(), handler, metrics);
        return Controller.builder(platform, settings.source, queue, new LockedProcessor<>(lock, applier))
                .reflector(reflector -> {
                    reflector
                            .name(name)
                            .policy(settings.policy)
                            .metrics(metrics)
                            .errorHandler(handler);
                    reflector.resync(checkPeriod, listeners::shouldResync);
                    reflector.selfCheck(new SampledSelfCheck<>(platform, indexer, queue));
                    if (settings.expectedKind != null) {
                        reflector.expectedKind(settings.expectedKind);
                    }
                })
                .onFailure(failure -> {
                    relists.request();
                    voice.tell(new ReflectorNotice.Failure(new ReflectorFailure.ApplyFailed(name, failure)));
                })
                .afterEach(() -> {
                    announceIfSynced(queue, applier);
                    if (relists.isNeeded() && ask(applier::isWhole)) {
                        relists.copyIsWhole();
                    }
                })
                .build();
    }

    /** {@return whether it was started, whether or not it has stopped since} */
    public boolean isStarted() {
        return controller().isPresent();
    }

    /** {@return whether it has stopped, for good} */
    public boolean isStopped() {
        lock.lock();
        try {
            return state instanceof State.Stopped<T>;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Controller<T>> controller() {
        lock.lock();
        try {
            return switch (state) {
                case State.Ready<T> ready -> Optional.empty();
                case State.Started<T> started -> Optional.of(started.controller());
                case State.Stopped<T> stopped -> Optional.of(stopped.controller());
            };
        } finally {
            lock.unlock();
        }
    }

    /** The queue has handed over the first list, and the copy has taken all of it, if need be from a later one. */
    private void announceIfSynced(DeltaQueue<T> queue, DeltaApplier<T> applier) {
        if (!synced.isDone() && queue.hasSynced() && ask(applier::hasFirstList)) {
            listeners.synced();
            synced.complete();
        }
    }

    private boolean ask(BooleanSupplier question) {
        lock.lock();
        try {
            return question.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    // ---- figures

    /** {@return its figures, as they are whenever they are read} */
    public InformerMetrics.Gauges gauges() {
        return new Figures();
    }

    private Optional<DeltaQueue<T>> queue() {
        lock.lock();
        try {
            return state instanceof State.Started<T> started ? Optional.of(started.queue()) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private final class Figures implements InformerMetrics.Gauges {
        @Override
        public int queuedItems() {
            return queue().map(DeltaQueue::size).orElse(0);
        }

        @Override
        public ResourceVersion storeVersion() {
            return indexer.version();
        }

        @Override
        public ResourceVersion lastSyncVersion() {
            return lastSyncResourceVersion();
        }

        @Override
        public Duration silence() {
            return controller()
                    .map(controller -> controller.reflector().silence())
                    .orElse(Duration.ZERO);
        }

        @Override
        public Duration staleness() {
            return controller()
                    .map(controller -> controller.reflector().staleness())
                    .orElse(Duration.ZERO);
        }

        @Override
        public int objects() {
            return indexer.size();
        }

        @Override
        public long bytes() {
            return StoreSize.of(indexer).bytes();
        }

        @Override
        public Map<String, Integer> backlogs() {
            return listeners.backlogs();
        }
    }
}
