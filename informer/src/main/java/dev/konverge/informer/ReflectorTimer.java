package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a reflector does by the clock, while its own thread waits for the server: resync, look after a watch that does not end and
 * a list that does not come, and wonder about initial events that do not come.
 */
final class ReflectorTimer {
    /** How often initial events that do not come are worth a word (RF-26). */
    private static final Duration PROGRESS = Duration.ofSeconds(10);

    /** How much longer than it should a watch may last, before its connection is taken for dead. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    /**
     * How long a list, or a page of one, may take before its connection is taken for dead. A server gives itself a minute unless it
     * is told otherwise, but 100,000 objects on a slow link may take several.
     */
    private static final Duration LONGEST_LIST = Duration.ofMinutes(10);

    private final Clock clock;
    private final Duration resyncPeriod;
    private final Work work;
    private final StopRequest stop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private boolean resyncing;

    @GuardedBy("lock")
    private long resyncAt = Clock.NEVER;

    @GuardedBy("lock")
    private long overdueAt = Clock.NEVER;

    @GuardedBy("lock")
    private long progressAt = Clock.NEVER;

    /** What is done. Called on the timer's thread, never under its lock. */
    interface Work {
        /** Tells all objects again. {@return whether to do so again after another period} */
        boolean resync();

        /** Gives up a watch that should have ended, or a request that should have been answered. */
        void giveUp();

        /** Says so if initial events do not come. */
        void lookAtProgress(Duration patience);

        /** Takes note of what one of the others threw. */
        void failed(Throwable defect);
    }

    /** @param resyncPeriod time between two resyncs; zero for none */
    ReflectorTimer(Platform platform, Duration resyncPeriod, Work work, StopRequest stop) {
        this.clock = platform.clock();
        this.resyncPeriod = resyncPeriod;
        this.work = work;
        this.stop = stop;
        this.changed = platform.signal(lock);
    }

    /** Resyncs happen from now on, or no longer. They keep their pace while watch follows watch (RF-44). */
    void resyncing(boolean on) {
        lock.lock();
        try {
            if (on && !resyncing) {
                armResync();
            } else if (!on) {
                resyncAt = Clock.NEVER;
            }
            resyncing = on;
        } finally {
            lock.unlock();
        }
    }

    /** A period is measured from the end of one resync to the start of the next. */
    private void resynced(boolean again) {
        lock.lock();
        try {
            if (again && resyncing) {
                armResync();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void armResync() {
        if (!resyncPeriod.isZero()) {
            resyncAt = clock.deadlineAfter(resyncPeriod);
            changed.signal();
        }
    }

    /** A watch is asked for, or begins, that the server is to end after a time. */
    void watchBegins(Duration timeout, boolean initialEvents) {
        requestBegins(timeout.plus(GRACE), initialEvents);
    }

    /** A list, or a page of one, is asked for. */
    void listBegins() {
        requestBegins(LONGEST_LIST, false);
    }

    private void requestBegins(Duration bound, boolean initialEvents) {
        lock.lock();
        try {
            overdueAt = clock.deadlineAfter(bound);
            progressAt = initialEvents ? clock.deadlineAfter(PROGRESS) : Clock.NEVER;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The initial events have come. */
    void initialEventsEnd() {
        lock.lock();
        try {
            progressAt = Clock.NEVER;
        } finally {
            lock.unlock();
        }
    }

    /** The list has come, or the watch has ended. */
    void requestEnds() {
        lock.lock();
        try {
            overdueAt = Clock.NEVER;
            progressAt = Clock.NEVER;
        } finally {
            lock.unlock();
        }
    }

    private enum Due {
        RESYNC,
        OVERDUE,
        PROGRESS
    }

    void run() throws InterruptedException {
        stop.rounds(this::round, this::failed);
    }

    private void round() throws InterruptedException {
        switch (awaitDue()) {
            case RESYNC -> resynced(work.resync());
            case OVERDUE -> work.giveUp();
            case PROGRESS -> work.lookAtProgress(PROGRESS);
        }
    }

    private void failed(Throwable failure) {
        // An interrupt that was not the owner's: whatever it was meant for, the time has not come.
        if (!(failure instanceof InterruptedException)) {
            work.failed(failure);
        }
    }

    private Due awaitDue() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                long now = clock.nanoTime();
                if (resyncAt <= now) {
                    resyncAt = Clock.NEVER;
                    return Due.RESYNC;
                }
                if (overdueAt <= now) {
                    overdueAt = Clock.NEVER;
                    return Due.OVERDUE;
                }
                if (progressAt <= now) {
                    progressAt = Clock.deadline(now, PROGRESS);
                    return Due.PROGRESS;
                }
                changed.awaitUntil(Math.min(resyncAt, Math.min(overdueAt, progressAt)));
            }
        } finally {
            lock.unlock();
        }
    }
}
