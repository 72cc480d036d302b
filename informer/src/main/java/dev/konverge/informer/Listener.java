package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One registered handler: what waits for it, and the thread that calls it.
 *
 * @param <T> the type of the objects
 */
final class Listener<T> {
    private static final GuardedLog LOG = GuardedLog.of(Listener.class);

    /** PL-4: a handler that fails on everything should not fill the log with it. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /** PL-5: from this backlog on, slow calls are worth a word. */
    private static final int LONG_BACKLOG = 1024;

    private static final Duration SLOW = Duration.ofMillis(100);

    private final Platform platform;
    private final String name;
    private final EventHandler<T> handler;
    private final Supplier<InformerMetrics> metrics;
    private final ListenerBuffer<Notification<T>> buffer;
    private final SyncLatch synced;
    final Resyncs resyncs;

    /** Asked before each call. */
    private final StopRequest removal;

    /** Written by its own thread when it starts, read by those who must not wait for themselves. */
    private volatile @Nullable Thread thread;

    /** Written under the informer's lock when it starts, read by whoever wants to wait for its end. */
    private volatile @Nullable Task task;

    /** Only its own thread touches it. */
    private boolean failed;

    /** What it has taken and not told yet; only its own thread touches it. */
    private ListenerBuffer.Portion<Notification<T>> portion = new ListenerBuffer.Portion<>();

    Listener(
            Platform platform,
            String name,
            String informer,
            EventHandler<T> handler,
            Supplier<InformerMetrics> metrics) {
        this.platform = platform;
        this.name = name;
        this.handler = handler;
        this.metrics = metrics;
        this.buffer = new ListenerBuffer<>(platform);
        this.synced = new SyncLatch(platform, informer + " + event handler " + name);
        this.resyncs = new Resyncs();
        this.removal = new StopRequest("handler " + name);
    }

    /** When the handler gets its resyncs. Not safe for several threads: the informer's lock guards it. */
    static final class Resyncs {
        private Duration effective = Duration.ZERO;
        private long next;

        /** Whether the resync under way is for this handler; true before the first is asked for (DI-4). */
        private boolean due = true;

        void begin(Duration period, long now) {
            effective = period;
            next = Clock.deadline(now, effective);
        }

        /** {@return whether one is due, and if so, counts it} */
        boolean check(long now) {
            due = !effective.isZero() && now >= next;
            if (due) {
                next = Clock.deadline(now, effective);
            }
            return due;
        }

        boolean isDue() {
            return due;
        }
    }

    String name() {
        return name;
    }

    DoneChecker synced() {
        return synced;
    }

    int backlog() {
        return buffer.backlog();
    }

    /** Never waits. */
    void put(List<Notification<T>> notifications) {
        buffer.put(notifications);
    }

    /** Starts to call the handler. The caller closes the task. */
    Task start() {
        Task started = platform.start("handler " + name, this::run);
        task = started;
        return started;
    }

    /** Waits for the end of a call that runs, whoever has removed the handler (HR-8). Not if nobody has, nor from that call. */
    void awaitEnd() throws InterruptedException {
        Task serving = task;
        if (serving != null && removal.isMade() && !Thread.currentThread().equals(thread)) {
            while (!serving.join(Duration.ofDays(1))) {}
        }
    }

    /** No call begins from now on; one that runs goes on to its end (HR-7). */
    void remove() {
        removal.make();
        buffer.close();
    }

    private void run() throws InterruptedException {
        thread = Thread.currentThread();
        removal.rounds(this::serve, this::report);
    }

    private void serve() throws InterruptedException {
        if (portion.isEmpty()) {
            awaitPortion();
            return;
        }
        Notification<T> notification = portion.next();
        try {
            deliver(notification, buffer.isLongerThan(LONG_BACKLOG));
        } finally {
            buffer.finish();
        }
    }

    private void awaitPortion() throws InterruptedException {
        try {
            portion = buffer.take(portion);
        } catch (InterruptedException e) {
            removal.endIfMade();
        }
    }

    private void deliver(Notification<T> notification, boolean crowded) throws InterruptedException {
        if (failed) {
            failed = false;
            removal.sleep(platform, AFTER_FAILURE);
            if (removal.isMade()) {
                return;
            }
        }
        long start = crowded ? platform.clock().nanoTime() : 0;
        try {
            handler.on(notification);
        } catch (Throwable failure) {
            failed = true;
            report(failure);
        }
        removal.takeBackInterrupt();
        if (notification instanceof Notification.Synced<T>) {
            synced.complete();
        }
        if (crowded) {
            reportIfSlow(Duration.ofNanos(platform.clock().nanoTime() - start));
        }
    }

    private void report(Throwable failure) {
        LOG.error(
                "a handler failed; it will not be told again of this",
                line -> line.addKeyValue("handler", name).setCause(failure));
        try {
            metrics.get().handlerFailed(name);
        } catch (Throwable thrown) {
            LOG.error(
                    "figures could not be counted",
                    line -> line.addKeyValue("handler", name).setCause(thrown));
        }
    }

    private void reportIfSlow(Duration took) {
        if (took.compareTo(SLOW) > 0) {
            LOG.warn(
                    "a handler is slow, and much waits for it",
                    line -> line.addKeyValue("handler", name)
                            .addKeyValue("took", took)
                            .addKeyValue("backlog", buffer.backlog()));
        }
    }
}
