package dev.konverge.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * The right to run, of which a simulation has one: the threads around a {@link Schedule}.
 *
 * <p>The thread that makes it is its main thread, and has it first. Whoever has it runs alone; everybody else is parked here.
 */
final class Baton {
    static final Duration LOOK_PERIOD = Duration.ofMillis(500);

    /** How many looks in a row may find the same thread in the same foreign wait. */
    private static final int PATIENCE = 4;

    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Schedule schedule;

    private final Strand main;

    /** The strands that have begun to run and did not end, by their threads. */
    private final ConcurrentHashMap<Thread, Strand> strands = new ConcurrentHashMap<>();

    /** The schedule's time. Written by whoever passes the baton on, read by all. */
    private volatile long now;

    /** Set by the main thread when it has given up, and read by it: from then on it does not have the baton any more. */
    private boolean lost;

    Baton(RandomGenerator random) {
        this.schedule = new Schedule(random, Thread.currentThread());
        this.main = schedule.main();
        strands.put(Thread.currentThread(), main);
    }

    long now() {
        return now;
    }

    /** The strand of the calling thread. */
    Strand self() {
        Strand self = strands.get(Thread.currentThread());
        if (self == null) {
            throw new IllegalStateException(
                    Thread.currentThread() + " is neither the main thread nor a task of this simulation");
        }
        return self;
    }

    /** The strand of the calling thread, which must be the main one. */
    Strand requireMain() {
        Strand self = self();
        if (self != main) {
            throw new IllegalStateException(self.name + " is not the main thread of this simulation");
        }
        return self;
    }

    /** Adds a strand. Its thread runs {@code body} when it gets the baton for the first time. */
    Strand start(String name, Runnable body) {
        self();
        mutex.lock();
        try {
            Strand strand = schedule.add(name);
            strand.thread = Thread.ofVirtual().name(name).unstarted(() -> live(strand, body));
            return strand;
        } finally {
            mutex.unlock();
        }
    }

    private void live(Strand strand, Runnable body) {
        strands.put(Thread.currentThread(), strand);
        strand.granted = false;
        try {
            body.run();
        } finally {
            strands.remove(Thread.currentThread());
            Strand next;
            mutex.lock();
            try {
                schedule.end(strand);
                next = takeNext();
            } finally {
                mutex.unlock();
            }
            grant(next);
        }
    }

    /** Passes the baton on, and has it again when the wait has ended. */
    Strand.Wake await(long deadline) throws InterruptedException {
        Strand self = self();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Strand next;
        mutex.lock();
        try {
            checkNotLost(self);
            schedule.block(self, deadline);
            next = takeNext();
        } finally {
            mutex.unlock();
        }
        passOn(self, next);
        return switch (self.wake) {
            case SIGNALLED, TIMED_OUT -> self.wake;
            case INTERRUPTED -> {
                Thread.interrupted();
                throw new InterruptedException();
            }
            case DEADLOCKED -> throw new IllegalStateException("nothing can end this wait:" + describe());
            case RESTLESS -> throw restless();
        };
    }

    /** Passes the baton on, and has it again when no other strand could go on without time moving. */
    void awaitQuiet() {
        Strand self = requireMain();
        Strand next;
        mutex.lock();
        try {
            checkNotLost(self);
            schedule.blockUntilQuiet(self);
            next = takeNext();
        } finally {
            mutex.unlock();
        }
        passOn(self, next);
        if (self.wake == Strand.Wake.RESTLESS) {
            throw restless();
        }
    }

    private IllegalStateException restless() {
        return new IllegalStateException("time stands still: " + Schedule.RESTLESS
                + " times in a row a thread went on at the same moment, as with a controller that keeps waking itself:"
                + describe());
    }

    /** Ends a wait. {@return false, and nothing happens, if the strand does not wait} */
    boolean wake(Strand strand) {
        self();
        mutex.lock();
        try {
            return schedule.wake(strand, Strand.Wake.SIGNALLED);
        } finally {
            mutex.unlock();
        }
    }

    void interrupt(Strand strand) {
        self();
        mutex.lock();
        try {
            schedule.wake(strand, Strand.Wake.INTERRUPTED);
            threadOf(strand).interrupt();
        } finally {
            mutex.unlock();
        }
    }

    long nextDeadline() {
        mutex.lock();
        try {
            return schedule.nextDeadline();
        } finally {
            mutex.unlock();
        }
    }

    /** All strands but the main one that have not ended. */
    List<Strand> others() {
        mutex.lock();
        try {
            return schedule.alive().stream().filter(strand -> strand != main).toList();
        } finally {
            mutex.unlock();
        }
    }

    boolean isLost() {
        return lost;
    }

    /** The main thread leaves for good, and keeps the baton. */
    void leave() {
        strands.remove(Thread.currentThread());
    }

    /** Where every strand stands. */
    String describe() {
        var text = new StringBuilder();
        mutex.lock();
        try {
            for (Strand strand : schedule.alive()) {
                text.append(System.lineSeparator()).append("  ").append(strand);
                for (StackTraceElement frame : threadOf(strand).getStackTrace()) {
                    text.append(System.lineSeparator()).append("      at ").append(frame);
                }
            }
        } finally {
            mutex.unlock();
        }
        return text.toString();
    }

    static Thread threadOf(Strand strand) {
        return Objects.requireNonNull(strand.thread);
    }

    @GuardedBy("mutex")
    private Strand takeNext() {
        Strand next = schedule.next();
        now = schedule.now();
        return next;
    }

    private void passOn(Strand self, Strand next) {
        if (next != self) {
            grant(next);
            awaitGrant(self);
        }
    }

    private static void grant(Strand next) {
        Thread thread = threadOf(next);
        next.granted = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void awaitGrant(Strand self) {
        boolean interrupted = false;
        // A timed park of a virtual thread costs more than the rest of a hand-over; who runs one as main looks out for
        // it.
        var lookout = Thread.currentThread().isVirtual() ? null : new Lookout();
        while (!self.granted) {
            if (lookout == null) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, LOOK_PERIOD.toNanos());
                if (!self.granted && lookout.seesHalt()) {
                    lost = true;
                    throw new IllegalStateException(halted());
                }
            }
            if (Thread.interrupted()) {
                interrupted = true;
                interruptedFromOutside(self);
            }
        }
        self.granted = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** An interrupt that did not come through {@link #interrupt}, where this changes nothing, must end a wait too. */
    private void interruptedFromOutside(Strand self) {
        mutex.lock();
        try {
            schedule.wake(self, Strand.Wake.INTERRUPTED);
        } finally {
            mutex.unlock();
        }
    }

    private void checkNotLost(Strand self) {
        if (self == main && lost) {
            throw new IllegalStateException("this simulation has come to a halt before");
        }
    }

    /** What to say when a {@link Lookout} sees a halt. */
    String halted() {
        return "a thread blocks outside of this simulation:" + describe();
    }

    /** Looks, once every {@link #LOOK_PERIOD}, whether the one that has the baton is stuck in a wait that is none of ours. */
    final class Lookout {
        private long lastSwitches = -1;
        private int sightings;

        boolean seesHalt() {
            mutex.lock();
            try {
                boolean same = schedule.switches() == lastSwitches && waits(threadOf(schedule.running()));
                sightings = same ? sightings + 1 : 0;
                lastSwitches = schedule.switches();
                return sightings == PATIENCE;
            } finally {
                mutex.unlock();
            }
        }

        private static boolean waits(Thread thread) {
            return switch (thread.getState()) {
                case BLOCKED, WAITING, TIMED_WAITING -> true;
                case NEW, RUNNABLE, TERMINATED -> false;
            };
        }
    }
}
