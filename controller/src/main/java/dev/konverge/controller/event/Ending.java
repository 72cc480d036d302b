package dev.konverge.controller.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Whether a broadcast ends, and a place to wait that the end cuts short. Safe for use by many threads. */
final class Ending {
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private boolean begun;

    Ending(Platform platform) {
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    /** Wakes all that wait; from now on nobody waits. */
    void begin() {
        lock.lock();
        try {
            begun = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean hasBegun() {
        lock.lock();
        try {
            return begun;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for that long, or until the end begins. */
    void pause(Duration atMost) throws InterruptedException {
        long until = platform.clock().deadlineAfter(atMost);
        lock.lock();
        try {
            while (!begun && changed.awaitUntil(until)) {
                // Woken, not timed out: look again.
            }
        } finally {
            lock.unlock();
        }
    }
}
