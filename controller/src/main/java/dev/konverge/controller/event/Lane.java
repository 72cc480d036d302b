package dev.konverge.controller.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of reports and the loop that deals with them, one after the other. When it is full, what comes is dropped: the events
 * that are waiting are the older ones, and the first of a story tell more than the last (EV-4).
 */
final class Lane {
    /** How many reports wait at most. */
    static final int BOUND = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Platform platform;
    private final ReportHandler handler;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private final Deque<Report> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean closed;

    Lane(Platform platform, ReportHandler handler) {
        this.platform = platform;
        this.handler = handler;
        this.changed = platform.signal(lock);
    }

    /** {@return whether there was room} */
    boolean offer(Report report) {
        lock.lock();
        try {
            if (closed || waiting.size() >= BOUND) {
                return false;
            }
            waiting.addLast(report);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets what is waiting be dealt with, and nothing more; {@link #run} ends after that. */
    void finish() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Runs until it is interrupted, or finished. */
    void run() throws InterruptedException {
        while (true) {
            Optional<Report> next = next();
            if (next.isEmpty() && isClosed()) {
                return;
            }
            guarded(next);
        }
    }

    private void guarded(Optional<Report> next) throws InterruptedException {
        try {
            if (next.isPresent()) {
                handler.handle(next.get());
            } else {
                handler.tick();
            }
        } catch (RuntimeException | Error failure) {
            LOG.atError().setCause(failure).log("an event could not be dealt with");
        }
    }

    /** {@return the next report; nothing if the time has come to tick, or if there will be none} */
    private Optional<Report> next() throws InterruptedException {
        lock.lock();
        try {
            long tick = handler.nextTick();
            while (waiting.isEmpty() && !closed && tick > platform.clock().nanoTime()) {
                changed.awaitUntil(tick);
            }
            boolean due = !closed && tick <= platform.clock().nanoTime();
            return due ? Optional.empty() : Optional.ofNullable(waiting.pollFirst());
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
