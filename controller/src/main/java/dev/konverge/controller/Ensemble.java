package dev.konverge.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tasks that begin and end together: none of them fails without the one who waits for them being told at once.
 *
 * <p>Used by one thread, which starts them, waits for them and closes them.
 */
final class Ensemble implements AutoCloseable {
    private final Platform platform;
    private final List<Task> tasks = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private int playing;

    /** What the first that failed has failed of. */
    @GuardedBy("lock")
    private Optional<Throwable> failure = Optional.empty();

    Ensemble(Platform platform) {
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    void start(String name, Platform.Body body) {
        lock.lock();
        try {
            playing++;
        } finally {
            lock.unlock();
        }
        tasks.add(platform.start(name, () -> play(body)));
    }

    private void play(Platform.Body body) {
        Optional<Throwable> end = Optional.empty();
        try {
            body.run();
        } catch (Throwable broken) {
            // An interrupt too: whoever was stopped by the one who waits is not asked any more.
            end = Optional.of(broken);
        }
        lock.lock();
        try {
            playing--;
            if (failure.isEmpty()) {
                failure = end;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all have ended.
     *
     * @throws IllegalStateException if one has failed, whatever the others do
     */
    void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (playing > 0 && failure.isEmpty()) {
                changed.await();
            }
            if (failure.isPresent()) {
                throw new IllegalStateException("a part of the manager has ended by itself", failure.get());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Stops those that still play, and waits for them. */
    @Override
    public void close() {
        tasks.forEach(Task::interrupt);
        tasks.forEach(Task::close);
    }
}
