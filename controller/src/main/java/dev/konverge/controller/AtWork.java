package dev.konverge.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Key;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys that the workers of a controller are at, and whether they may begin with more.
 *
 * <p>Safe for use by many threads.
 */
final class AtWork {
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal ended;

    /** When each was begun with. */
    @GuardedBy("lock")
    private final Map<Key, Long> begun = new LinkedHashMap<>();

    /** Those of them whose objects are gone. */
    @GuardedBy("lock")
    private final Set<Key> left = new HashSet<>(0);

    @GuardedBy("lock")
    private boolean over;

    AtWork(Platform platform) {
        this.platform = platform;
        this.ended = platform.signal(lock);
    }

    /** {@return whether work on a key may begin; it has, if so} */
    boolean begin(Key key) {
        lock.lock();
        try {
            if (!over) {
                begun.put(key, platform.clock().nanoTime());
            }
            return !over;
        } finally {
            lock.unlock();
        }
    }

    /** Takes note that the object with a key is gone. {@return whether nobody is at it; if somebody is, {@link #end} says so} */
    boolean leave(Key key) {
        lock.lock();
        try {
            boolean idle = !begun.containsKey(key);
            if (!idle) {
                left.add(key);
            }
            return idle;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the object is gone meanwhile} */
    boolean end(Key key) {
        lock.lock();
        try {
            begun.remove(key);
            if (over && begun.isEmpty()) {
                ended.signalAll();
            }
            return left.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing begin any more. */
    void finish() {
        lock.lock();
        try {
            over = true;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether nothing may begin any more} */
    boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for what has begun to end. {@return whether it has, by the deadline} */
    boolean awaitFinished(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!begun.isEmpty()) {
                if (platform.clock().nanoTime() >= deadline) {
                    return false;
                }
                ended.awaitUntil(deadline);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** {@return the keys that are worked on, and for how long} */
    Map<Key, Duration> now() {
        lock.lock();
        try {
            long time = platform.clock().nanoTime();
            Map<Key, Duration> all = new LinkedHashMap<>();
            begun.forEach((key, since) -> all.put(key, Duration.ofNanos(time - since)));
            return all;
        } finally {
            lock.unlock();
        }
    }
}
