package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Mirrors a collection on a server into a {@link DeltaSink}: the state first, then every change, and the state again where
 * changes were missed.
 *
 * <p>It has a thread of its own, and ends only when it is closed. Whatever a server answers, however a connection breaks and
 * whatever a callback throws, it tells {@link WatchErrorHandler}, pauses, and goes on from the last version it knows, or from
 * the start if the server does not know that version any more.
 *
 * {@snippet :
 * var reflector = Reflector.builder(platform, ListerWatcher.of(clients.coreV1().pods()), queue).build();
 * try (var running = reflector.start()) {
 *     // the queue fills
 * }
 * }
 *
 * @param <T> the type of the objects
 */
public final class Reflector<T extends Resource> {
    private final Platform platform;
    private final String name;
    private final ReflectorLoop<T> loop;
    private final AtomicBoolean started = new AtomicBoolean();

    private Reflector(Builder<T> builder) {
        this.platform = builder.platform;
        this.name = builder.name;
        this.loop = new ReflectorLoop<>(builder);
    }

    /** {@return a builder of reflectors from a source to a sink} */
    public static <T extends Resource> Builder<T> builder(
            Platform platform, ListerWatcher<T> source, DeltaSink<T> sink) {
        return new Builder<>(platform, source, sink);
    }

    /**
     * Starts to mirror. {@return what ends it: closing interrupts the threads and waits for their end}
     *
     * @throws IllegalStateException if it was started before
     */
    public Running start() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("reflector " + name + " was started before");
        }
        List<Task> tasks = new ArrayList<>();
        Running running = new Alive(tasks);
        try {
            tasks.add(platform.start("reflector-timer " + name, loop.timer()::run));
            Task reader = platform.start("reflector " + name, loop::run);
            tasks.addFirst(reader);
            loop.runsIn(reader);
            return running;
        } catch (Throwable failure) {
            running.close();
            throw failure;
        }
    }

    private final class Alive implements Running {
        private final List<Task> tasks;

        Alive(List<Task> tasks) {
            this.tasks = tasks;
        }

        @Override
        public void interrupt() {
            new Endings()
                    .then(loop::stop)
                    .then(() -> tasks.forEach(Task::interrupt))
                    .rethrow();
        }

        @Override
        public void close() {
            new Endings().then(loop::stop).thenClose(tasks).rethrow();
        }
    }

    /** A reflector at work. */
    @FunctionalInterface
    public interface Running extends AutoCloseable {
        /** Asks it to end, and waits for nothing: for who has several to {@linkplain #close}. */
        default void interrupt() {}

        /** Ends it and waits for its threads. Closing twice does nothing. */
        @Override
        void close();
    }

    /**
     * {@return the version that was last heard of; none before the first list}
     *
     * <p>The sink may not have got so far yet, and a store behind a queue even less.
     */
    public ResourceVersion lastSyncResourceVersion() {
        return ResourceVersion.of(loop.lastVersion());
    }

    /** {@return how long ago the server was last heard of, by an event, a bookmark, a list, a watch that began or a refusal; or since it was made} */
    public Duration silence() {
        return Duration.ofNanos(platform.clock().nanoTime() - loop.heardAt());
    }

    /**
     * {@return how long ago the server last said that nothing is missing, by an event, a bookmark, a list or a watch that began; or since it
     * was made} A refusal says nothing of the kind: who may no longer read has an old copy, though the server is heard of.
     */
    public Duration staleness() {
        return Duration.ofNanos(platform.clock().nanoTime() - loop.currentAt());
    }

    /** Distrusts what it knows: ends the watch and reads the latest state from the server. Returns at once. */
    public void relist() {
        loop.distrust();
    }

    /** {@return its name, as logs give it} */
    public String name() {
        return name;
    }

    /**
     * Makes reflectors.
     *
     * @param <T> the type of the objects
     */
    public static final class Builder<T extends Resource> {
        final Platform platform;
        final ListerWatcher<T> source;
        final DeltaSink<T> sink;
        String name;
        ReflectorPolicy policy = ReflectorPolicy.STANDARD;

        @Nullable
        GroupVersionKind expectedKind;

        Duration resyncPeriod = Duration.ZERO;
        BooleanSupplier shouldResync = () -> true;
        WatchErrorHandler errorHandler = WatchErrorHandler.logging();
        InformerMetrics metrics = InformerMetrics.NONE;
        SelfCheck<T> selfCheck = SelfCheck.none();

        private Builder(Platform platform, ListerWatcher<T> source, DeltaSink<T> sink) {
            this.platform = platform;
            this.source = source;
            this.sink = sink;
            this.name = source.toString();
        }

        /** Names it, for logs and threads. */
        public Builder<T> name(String name) {
            this.name = name;
            return this;
        }

        /** Says what it goes by. */
        public Builder<T> policy(ReflectorPolicy policy) {
            this.policy = policy;
            return this;
        }

        /** Passes over events whose object is of another kind. Of use where objects are trees. */
        public Builder<T> expectedKind(GroupVersionKind kind) {
            this.expectedKind = kind;
            return this;
        }

        /**
         * Makes the sink tell of all objects again and again, while watches go on.
         *
         * @param period the time from one to the next; zero for never
         * @param shouldResync asked each time whether somebody wants it
         */
        public Builder<T> resync(Duration period, BooleanSupplier shouldResync) {
            this.resyncPeriod = ResyncPeriods.checked(period);
            this.shouldResync = shouldResync;
            return this;
        }

        /** Tells another handler of failures. */
        public Builder<T> errorHandler(WatchErrorHandler handler) {
            this.errorHandler = handler;
            return this;
        }

        /** Counts what happens. */
        public Builder<T> metrics(InformerMetrics metrics) {
            this.metrics = metrics;
            return this;
        }

        Builder<T> selfCheck(SelfCheck<T> check) {
            this.selfCheck = check;
            return this;
        }

        /** {@return a reflector that has not started} */
        public Reflector<T> build() {
            return new Reflector<>(this);
        }
    }
}
