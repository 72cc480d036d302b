package dev.konverge.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One time that the workers of a controller work, from when they begin until they are dismissed: a term, if it leads.
 *
 * <p>Beside the workers there are <em>endings</em>: calls whose reconciler has returned, and whose last write is still on its way.
 * So a worker does not wait for it. Of these there are a few for each worker at most; who would begin one more
 * does it itself, so that nothing piles up.
 *
 * <p>Safe for use by many threads.
 */
final class Shift {
    /** As long as a reconciler takes no longer for an object than the server for a write, one would do. */
    private static final int ENDINGS_PER_WORKER = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Shift.class);

    /** As long as client-go's {@code wait.Until} waits for a worker of its sample controller. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final Platform platform;
    private final String name;
    private final Writes writes;
    private final int workers;
    private final ReentrantLock lock = new ReentrantLock();

    /** Those under way, and some that are over. */
    @GuardedBy("lock")
    private final List<Task> endings = new ArrayList<>();

    @GuardedBy("lock")
    private int underWay;

    /** Written once, by who ends the shift, before anybody is interrupted for it; read by workers and endings. */
    private volatile boolean dismissed;

    /**
     * A shift that has not begun.
     *
     * @param name the controller's
     * @param writes what all that begins in this shift writes through, however long it takes
     */
    Shift(Platform platform, String name, int workers, Writes writes) {
        this.platform = platform;
        this.name = name;
        this.workers = workers;
        this.writes = writes;
    }

    /** The duty of a worker, or of an ending. */
    private final class Place implements ReconcileLoop.Duty {
        /** Who has it. Written once by the one who starts it, when it may have begun; read by the one who interrupts. */
        private volatile @Nullable Task task;

        Task fill(String who, Consumer<ReconcileLoop.Duty> work) {
            Task started = platform.start(who, () -> work.accept(this));
            task = started;
            return started;
        }

        @Override
        public Writes writes() {
            return writes;
        }

        @Override
        public boolean isDismissed() {
            return dismissed;
        }

        @Override
        public boolean begin(ReconcileLoop.Ending ending) {
            return Shift.this.begin(ending);
        }

        @Override
        public void interrupt() {
            Task started = task;
            if (started != null) {
                started.interrupt();
            }
        }
    }

    /**
     * Lets the workers work until all of them have left by themselves, or until it is interrupted. Then nobody is at work any more, or
     * was left behind.
     *
     * @param watch looks after them meanwhile, until it is interrupted
     */
    void run(Consumer<ReconcileLoop.Duty> work, Platform.Body watch) throws InterruptedException {
        Task watching = platform.start(name + " watch", watch);
        List<Task> all = new ArrayList<>();
        try {
            for (int i = 0; i < workers; i++) {
                all.add(new Place().fill(name + " worker " + i, duty -> keepAtWork(work, duty)));
            }
            awaitAll(all);
            awaitAll(endings());
        } finally {
            dismissed = true;
            all.addAll(endings());
            all.add(watching);
            Stopping.all(platform, all);
        }
    }

    /** What fails outside of a reconcile costs a pause, and nobody the worker: with the last one the controller would stand still unnoticed. */
    private void keepAtWork(Consumer<ReconcileLoop.Duty> work, ReconcileLoop.Duty duty) {
        Optional<Throwable> broken = Optional.empty();
        while (!dismissed) {
            // To tell of it and to wait may fail as well.
            try {
                if (broken.isPresent()) {
                    pauseAfter(broken.get());
                }
                work.accept(duty);
                return;
            } catch (InterruptedException meantOrNot) {
                // Whether it is dismissed is asked next.
                broken = Optional.empty();
            } catch (RuntimeException | Error failure) {
                broken = Optional.of(failure);
            }
        }
    }

    private void pauseAfter(Throwable failure) throws InterruptedException {
        platform.sleep(PAUSE);
        LOG.atError()
                .addKeyValue("controller", name)
                .setCause(failure)
                .log("a worker failed beside its reconciler; it goes on after a pause");
    }

    private static void awaitAll(List<Task> tasks) throws InterruptedException {
        for (Task task : tasks) {
            while (!task.join(Duration.ofDays(1))) {}
        }
    }

    private List<Task> endings() {
        lock.lock();
        try {
            return List.copyOf(endings);
        } finally {
            lock.unlock();
        }
    }

    private boolean begin(ReconcileLoop.Ending ending) {
        lock.lock();
        try {
            int most = workers * ENDINGS_PER_WORKER;
            // Who is dismissed is interrupted, and with it what it does itself.
            if (dismissed || underWay == most) {
                return false;
            }
            if (endings.size() >= 2 * most) {
                endings.removeIf(Task::isDone);
            }
            endings.add(new Place().fill(name + " ending", duty -> run(ending, duty)));
            underWay++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void run(ReconcileLoop.Ending ending, ReconcileLoop.Duty duty) {
        try {
            ending.run(duty);
        } finally {
            lock.lock();
            try {
                underWay--;
            } finally {
                lock.unlock();
            }
        }
    }
}
