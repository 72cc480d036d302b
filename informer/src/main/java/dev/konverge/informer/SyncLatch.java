package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link DoneChecker} that its owner completes. */
public final class SyncLatch implements DoneChecker {
    private static final GuardedLog LOG = GuardedLog.of(SyncLatch.class);

    private final String name;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal completed;

    @GuardedBy("lock")
    private final List<Runnable> callbacks = new ArrayList<>();

    /** Written once under the lock; read by anyone without it. */
    private volatile boolean done;

    /** A latch that is not done. */
    public SyncLatch(Platform platform, String name) {
        this.platform = platform;
        this.name = name;
        this.completed = platform.signal(lock);
    }

    /** Makes it done. Idempotent. */
    public void complete() {
        if (done) {
            return;
        }
        List<Runnable> waiting;
        lock.lock();
        try {
            done = true;
            waiting = List.copyOf(callbacks);
            callbacks.clear();
            completed.signalAll();
        } finally {
            lock.unlock();
        }
        waiting.forEach(this::call);
    }

    /** A callback that throws concerns neither the others nor whoever completes the latch. */
    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable thrown) {
            LOG.error(
                    "a callback failed",
                    line -> line.addKeyValue("waitedFor", name).setCause(thrown));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        if (done) {
            return true;
        }
        long deadline = platform.clock().deadlineAfter(timeout);
        lock.lock();
        try {
            while (!done && completed.awaitUntil(deadline)) {}
            return done;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenDone(Runnable callback) {
        if (!isDone() && hasQueued(callback)) {
            return;
        }
        call(callback);
    }

    private boolean hasQueued(Runnable callback) {
        lock.lock();
        try {
            if (!done) {
                callbacks.add(callback);
            }
            return !done;
        } finally {
            lock.unlock();
        }
    }
}
