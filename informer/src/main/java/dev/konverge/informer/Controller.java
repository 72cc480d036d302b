package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The low-level loop: a {@link Reflector} that fills a queue, and a thread that empties it into a processor.
 *
 * <p>{@link SharedInformer} is made of one. Use it directly to put the parts together differently, for instance with a
 * {@link DeltaFifo}. It is for one use: start it once.
 *
 * @param <T> the type of the objects
 */
public final class Controller<T extends Resource> {
    private static final GuardedLog LOG = GuardedLog.of(Controller.class);

    private final Platform platform;
    private final String name;
    private final DeltaQueue<T> queue;
    private final Reflector<T> reflector;
    private final DeltaProcessor<T> processor;
    private final @Nullable Consumer<Throwable> onFailure;
    private final Runnable afterEach;
    private final StopRequest stop;
    private final AtomicBoolean started = new AtomicBoolean();

    private Controller(Builder<T> builder) {
        this.platform = builder.reflector.platform;
        this.name = builder.reflector.name;
        this.queue = builder.queue;
        this.reflector = builder.reflector.build();
        this.onFailure = builder.onFailure;
        this.afterEach = builder.afterEach;
        this.stop = new StopRequest("informer " + name);
        this.processor = new TimedProcessor<>(
                name,
                platform.clock(),
                builder.reflector.metrics,
                builder.processor.reportingTo(this::handlerReturned));
    }

    /** {@return a builder of controllers: from a source, through a queue, to a processor} */
    public static <T extends Resource> Builder<T> builder(
            Platform platform, ListerWatcher<T> source, DeltaQueue<T> queue, DeltaProcessor<T> processor) {
        return new Builder<>(Reflector.builder(platform, source, queue), queue, calls -> processor);
    }

    /** What comes of one call of a handler. */
    private interface Calls {
        /** @param failure what it has thrown, null if it has not */
        void returned(@Nullable Throwable failure);
    }

    /** Makes a processor that may call a handler. */
    private interface Processing<T> {
        DeltaProcessor<T> reportingTo(Calls calls);
    }

    /**
     * {@return a builder of controllers that keep a store and tell one handler, on the same thread}
     *
     * <p>The handler keeps the store waiting. {@link SharedInformer} does not have that problem. What it throws is reported, each
     * time, to {@link Builder#onFailure}, and costs that notification only.
     *
     * @param transform what is done to each object before it is stored
     */
    public static <T extends Resource> Builder<T> informer(
            Platform platform,
            ListerWatcher<T> source,
            Store<T> store,
            UnaryOperator<T> transform,
            EventHandler<T> handler) {
        KeyFunction<T> keys = KeyFunction.ofMetadata();
        var queue = new RealFifo<>(platform, RealFifo.Config.of(keys).withTransform(transform));
        return new Builder<>(
                Reflector.builder(platform, source, queue),
                queue,
                calls -> new DeltaApplier<>(
                        store, keys, changes -> changes.forEach(each -> tell(handler, each, calls)), source::renewed));
    }

    private static <T> void tell(EventHandler<T> handler, Notification<T> notification, Calls calls) {
        Throwable failure = null;
        try {
            handler.on(notification);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        calls.returned(failure);
    }

    /**
     * Starts. {@return what ends it: closing interrupts the threads and waits for their end; what is still queued then is not
     * processed}
     *
     * @throws IllegalStateException if it was started before
     */
    public Running start() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("controller " + name + " was started before");
        }
        Task loop = platform.start("informer " + name, this::run);
        try {
            return new Alive(loop, reflector.start());
        } catch (Throwable failure) {
            stop.make();
            loop.close();
            throw failure;
        }
    }

    private final class Alive implements Running {
        private final Task loop;
        private final Reflector.Running reading;

        Alive(Task loop, Reflector.Running reading) {
            this.loop = loop;
            this.reading = reading;
        }

        @Override
        public void interrupt() {
            stop.make();
            // First: a processor that waits may hold the queue's lock, which whoever reads would wait for.
            new Endings().then(loop::interrupt).then(reading::interrupt).rethrow();
        }

        @Override
        public void close() {
            new Endings()
                    .then(this::interrupt)
                    .then(reading::close)
                    .then(loop::close)
                    .rethrow();
        }
    }

    /** A controller at work. */
    @FunctionalInterface
    public interface Running extends AutoCloseable {
        /** Asks it to end, and waits for nothing: for who has several to {@linkplain #close}. */
        default void interrupt() {}

        /** Ends it and waits for its threads. Closing twice does nothing. */
        @Override
        void close();
    }

    /** Closes the queue in the end: who is in the middle of a processor that does not end holds its lock. */
    private void run() throws InterruptedException {
        try {
            process();
        } finally {
            queue.close();
        }
    }

    private void process() throws InterruptedException {
        stop.rounds(this::processNext, failure -> report(failure, "what follows a portion of deltas failed"));
    }

    private void processNext() throws InterruptedException {
        try {
            if (!queue.popBatch(processor)) {
                // Somebody else has closed it; nothing will come.
                stop.make();
                return;
            }
            stop.takeBackInterrupt();
        } catch (InterruptedException e) {
            stop.endIfMade();
        } catch (Throwable failure) {
            stop.endIfMade();
            report(failure, "deltas could not be processed; they are lost");
        }
        afterEach.run();
    }

    private void handlerReturned(@Nullable Throwable failure) {
        stop.takeBackInterrupt();
        if (failure != null) {
            report(failure, "a handler failed; it will not be told again of this");
        }
    }

    /** @param meaning what to log if nobody else is to be told */
    private void report(Throwable failure, String meaning) {
        if (onFailure == null) {
            LOG.error(meaning, line -> line.addKeyValue("informer", name).setCause(failure));
            return;
        }
        try {
            onFailure.accept(failure);
        } catch (Throwable thrown) {
            LOG.error(
                    "a failure handler failed",
                    line -> line.addKeyValue("informer", name).setCause(FailureLog.beside(failure, thrown)));
        }
    }

    /** {@return whether what was there at the start has been processed} */
    public boolean hasSynced() {
        return queue.hasSynced();
    }

    /** {@return what can be waited for until {@link #hasSynced()}} */
    public DoneChecker synced() {
        return queue.synced();
    }

    /** {@return the version that was last heard of; none before the first list} */
    public ResourceVersion lastSyncResourceVersion() {
        return reflector.lastSyncResourceVersion();
    }

    /** {@return what fills the queue} */
    public Reflector<T> reflector() {
        return reflector;
    }

    /**
     * Makes controllers.
     *
     * @param <T> the type of the objects
     */
    public static final class Builder<T extends Resource> {
        private final Reflector.Builder<T> reflector;
        private final DeltaQueue<T> queue;
        private final Processing<T> processor;
        private @Nullable Consumer<Throwable> onFailure;
        private Runnable afterEach = () -> {};

        private Builder(Reflector.Builder<T> reflector, DeltaQueue<T> queue, Processing<T> processor) {
            this.reflector = reflector;
            this.queue = queue;
            this.processor = processor;
        }

        /** Changes the reflector that it is made of. */
        public Builder<T> reflector(Consumer<Reflector.Builder<T>> change) {
            change.accept(reflector);
            return this;
        }

        /**
         * Tells somebody of what the processor, or the handler, throws, exception or error; the loop goes on with what is next. A queue may
         * take the deltas back first, though that of {@link #informer} does not: see {@link RequeueException}.
         */
        public Builder<T> onFailure(Consumer<Throwable> handler) {
            this.onFailure = handler;
            return this;
        }

        /** Runs something after each portion of deltas, processed or failed, without the queue's lock. What it throws is reported. */
        Builder<T> afterEach(Runnable action) {
            this.afterEach = action;
            return this;
        }

        /** {@return a controller that has not started} */
        public Controller<T> build() {
            return new Controller<>(this);
        }
    }
}
