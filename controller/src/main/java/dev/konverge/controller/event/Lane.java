package dev.konverge.controller.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of reports and the loop that deals with them, one after the other. When it is full, what comes is dropped: the events
 * that are waiting are the older ones, and the first of a story tell more than the last (EV-4).
 *
 * <p>Where reports become requests, they give way while there is more important work: for {@link #LATEST} they are not sent at all, and
 * as long again one lane at a time. Not so in a lane that is half full, so that nothing is dropped for it.
 */
final class Lane {
    /** How many reports wait at most. */
    static final int BOUND = 1000;

    /** How long a report is held back at most. */
    static final Duration LATEST = Duration.ofSeconds(5);

    /** How long it may then wait for its lane to have the turn. */
    static final Duration IN_TURN = LATEST;

    /** How often it is looked whether it still has to. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final int CROWDED = BOUND / 2;

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    /** A report, and when it came, by the clock that never goes back. */
    private record Waiting(Report report, long since) {}

    /** When the first report may be dealt with if there is more important work. */
    private enum Pace {
        AT_ONCE,
        IN_TURN,
        LATER
    }

    private final Platform platform;
    private final ReportHandler handler;
    private final BooleanSupplier busy;

    /** Whether one of the lanes that share it sends although there is more important work. */
    private final AtomicBoolean turn;

    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    /** What fails once fails each time. Used by the thread that runs. */
    private boolean toldOfBusy;

    @GuardedBy("lock")
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean closed;

    /**
     * @param busy whether there is more important work
     * @param turn what the lanes of a listener share, false at first
     */
    Lane(Platform platform, ReportHandler handler, BooleanSupplier busy, AtomicBoolean turn) {
        this.platform = platform;
        this.handler = handler;
        this.busy = busy;
        this.turn = turn;
        this.changed = platform.signal(lock);
    }

    /** {@return whether there was room} */
    boolean offer(Report report) {
        lock.lock();
        try {
            if (closed || waiting.size() >= BOUND) {
                return false;
            }
            waiting.addLast(new Waiting(report, platform.clock().nanoTime()));
            if (waiting.size() == 1 || waiting.size() == CROWDED) {
                changed.signal();
            }
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

    /** Forgets what is waiting. {@return how many reports that were} */
    int abandon() {
        lock.lock();
        try {
            int rest = waiting.size();
            waiting.clear();
            return rest;
        } finally {
            lock.unlock();
        }
    }

    /** Runs until it is interrupted, or finished. */
    void run() throws InterruptedException {
        while (true) {
            awaitSomething();
            boolean inTurn = giveWay();
            try {
                Optional<Report> next = next();
                if (next.isEmpty() && isClosed()) {
                    return;
                }
                guarded(next);
            } finally {
                if (inTurn) {
                    turn.set(false);
                }
            }
        }
    }

    /** Waits as long as the first report has to. {@return whether the lane has taken the turn for it} */
    private boolean giveWay() throws InterruptedException {
        for (Pace pace = pace(); pace != Pace.AT_ONCE && isBusy(); pace = pace()) {
            if (pace == Pace.IN_TURN && turn.compareAndSet(false, true)) {
                return true;
            }
            pause();
        }
        return false;
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

    private boolean isBusy() {
        try {
            return busy.getAsBoolean();
        } catch (RuntimeException | Error failure) {
            if (!toldOfBusy) {
                toldOfBusy = true;
                LOG.atError().setCause(failure).log("whether events have to wait cannot be told; they do not");
            }
            return false;
        }
    }

    /** Waits until there is a report, until the time has come to tick, or until there will be none. */
    private void awaitSomething() throws InterruptedException {
        lock.lock();
        try {
            long tick = handler.nextTick();
            while (waiting.isEmpty() && !closed && tick > platform.clock().nanoTime()) {
                changed.awaitUntil(tick);
            }
        } finally {
            lock.unlock();
        }
    }

    private Pace pace() {
        lock.lock();
        try {
            long now = platform.clock().nanoTime();
            boolean mustGo = closed || waiting.isEmpty() || waiting.size() >= CROWDED || handler.nextTick() <= now;
            if (mustGo || !handler.asksTheServer()) {
                return Pace.AT_ONCE;
            }
            long waited = now - waiting.getFirst().since() - LATEST.toNanos();
            return waited < 0 ? Pace.LATER : waited < IN_TURN.toNanos() ? Pace.IN_TURN : Pace.AT_ONCE;
        } finally {
            lock.unlock();
        }
    }

    private void pause() throws InterruptedException {
        lock.lock();
        try {
            if (!closed) {
                changed.awaitUntil(platform.clock().deadlineAfter(LOOK));
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return the next report; nothing if the time has come to tick, or if there will be none} */
    private Optional<Report> next() {
        lock.lock();
        try {
            boolean due = !closed && handler.nextTick() <= platform.clock().nanoTime();
            return due
                    ? Optional.empty()
                    : Optional.ofNullable(waiting.pollFirst()).map(Waiting::report);
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
