package dev.konverge.apiserver.fault;

import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A rule that was added: closing it removes it, and lets go whatever it holds. Safe for use by many threads.
 */
public final class Injection implements AutoCloseable {
    private final int id;
    private final Match match;
    private final Fault fault;
    private final Platform platform;
    private final Runnable remove;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    /** How many requests it still lets pass untouched. */
    private int skip;

    /** How many requests it will still befall. */
    private int left;

    private int hits;

    /** How many of the requests that it holds have been told to go on. */
    private int released;

    private boolean closed;

    Injection(int id, Match match, Fault fault, int skip, int times, Platform platform, Runnable remove) {
        this.id = id;
        this.match = match;
        this.fault = fault;
        this.skip = skip;
        this.left = times;
        this.platform = platform;
        this.remove = remove;
        this.changed = platform.signal(lock);
    }

    /** {@return the number by which the control endpoint names it} */
    public int id() {
        return id;
    }

    /** {@return the requests it is for} */
    public Match match() {
        return match;
    }

    /** {@return what it does to them} */
    public Fault fault() {
        return fault;
    }

    /** {@return how many requests it has befallen} */
    public int hits() {
        lock.lock();
        try {
            return hits;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it has befallen so many requests; one that it holds counts from the moment it is held.
     *
     * @return false if that did not happen in time
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitHits(int count, Duration bound) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(bound);
        lock.lock();
        try {
            while (hits < count) {
                if (!changed.awaitUntil(deadline) && hits < count) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets one of the requests go on that it holds, or the next that it would hold. */
    public void resume() {
        lock.lock();
        try {
            released++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        remove.run();
    }

    /** {@return whether this request is one that it befalls} */
    boolean takes(Attempt attempt) {
        if (!match.covers(attempt)) {
            return false;
        }
        lock.lock();
        try {
            if (closed || left == 0) {
                return false;
            }
            if (skip > 0) {
                skip--;
                return false;
            }
            left--;
            hits++;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the one who made the rule lets a request go on, or removes the rule. */
    void hold() throws InterruptedException {
        lock.lock();
        try {
            while (released == 0 && !closed) {
                changed.await();
            }
            released = Math.max(0, released - 1);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the rule is removed, or whoever waits is told to stop. */
    void holdUntilClosed(BooleanSupplier stop) throws InterruptedException {
        lock.lock();
        try {
            while (!closed && !stop.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes those who wait look again. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
