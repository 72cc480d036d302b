package dev.konverge.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of a controller that run: tells of one that takes long, and interrupts one that takes longer than it may. A request waits
 * for its answer as long as nobody says otherwise, so a server that is silent would stop a controller with one worker without a word.
 *
 * <p>Safe for use by many threads, one of which {@linkplain #watch watches}.
 */
final class Overtime {
    // For whoever reads, this is part of the loop.
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

    /** So long a call may run before it is told of. So long after it was interrupted it is again, if it still runs. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Platform platform;
    private final String controller;
    private final Optional<Duration> limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal begun;

    /** The oldest first. */
    @GuardedBy("lock")
    private final Set<Spell> running = new LinkedHashSet<>();

    /** Until when the watch waits. A call that is not to be looked at before that begins without waking it: of short ones hardly any does. */
    @GuardedBy("lock")
    private long watched = Clock.NEVER;

    /** What the user's code does at a stretch, and who does it. */
    private static final class Spell {
        final Key key;
        final ReconcileLoop.Duty duty;
        final long since;

        /** When it is looked at next. Belongs, as the rest, to whoever has the lock. */
        long next;

        boolean told;
        boolean cut;

        Spell(Key key, ReconcileLoop.Duty duty, long since, long next) {
            this.key = key;
            this.duty = duty;
            this.since = since;
            this.next = next;
        }
    }

    /** A call has taken longer than it may, whatever it has come to. */
    static final class OverdueException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private OverdueException(Duration limit, @Nullable Throwable end) {
            super("it took longer than it may, which is " + limit, end);
        }
    }

    /** Watches nobody yet. */
    Overtime(Platform platform, String controller, Optional<Duration> limit) {
        this.platform = platform;
        this.controller = controller;
        this.limit = limit;
        this.begun = platform.signal(lock);
    }

    /**
     * {@return what the work results in}
     *
     * @throws OverdueException if it took longer than it may, whatever it has come to: who was interrupted may have stopped half-way
     */
    <R> R within(Key key, ReconcileLoop.Duty duty, Callable<R> work) throws Exception {
        Spell spell = begin(key, duty);
        R result;
        try {
            result = work.call();
        } catch (Throwable failure) {
            end(spell, failure);
            throw failure;
        }
        end(spell, null);
        return result;
    }

    private Spell begin(Key key, ReconcileLoop.Duty duty) {
        long now = platform.clock().nanoTime();
        Duration first = limit.filter(most -> most.compareTo(LONG) < 0).orElse(LONG);
        Spell spell = new Spell(key, duty, now, Clock.deadline(now, first));
        lock.lock();
        try {
            running.add(spell);
            if (spell.next < watched) {
                begun.signal();
            }
        } finally {
            lock.unlock();
        }
        return spell;
    }

    private void end(Spell spell, @Nullable Throwable failure) {
        lock.lock();
        try {
            running.remove(spell);
        } finally {
            lock.unlock();
        }
        if (spell.cut) {
            // It was for this call. Nobody sends another: that would take the lock, and the call in the set.
            Thread.interrupted();
            throw new OverdueException(limit.orElseThrow(), failure);
        }
    }

    /** Watches until it is interrupted. */
    void watch() throws InterruptedException {
        while (true) {
            awaitSomeTime();
            look().forEach(this::tell);
        }
    }

    private void awaitSomeTime() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            watched = next();
            while (platform.clock().nanoTime() < watched) {
                begun.awaitUntil(watched);
                watched = next();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private long next() {
        long next = Clock.NEVER;
        for (Spell spell : running) {
            next = Math.min(next, spell.next);
        }
        return next;
    }

    /** Interrupts those whose time is over. {@return those to be told of} */
    private List<Spell> look() {
        List<Spell> late = new ArrayList<>();
        lock.lock();
        try {
            long now = platform.clock().nanoTime();
            for (Spell spell : running) {
                if (spell.next <= now && look(spell, now)) {
                    late.add(spell);
                }
            }
        } finally {
            lock.unlock();
        }
        return late;
    }

    @GuardedBy("lock")
    private boolean look(Spell spell, long now) {
        boolean tells = !spell.told && Clock.deadline(spell.since, LONG) <= now;
        spell.told |= tells;
        if (limit.isPresent() && Clock.deadline(spell.since, limit.get()) <= now) {
            spell.cut = true;
            spell.duty.interrupt();
            // Who swallows one interrupt, or was not there yet to hear it, gets another.
            spell.next = Clock.deadline(now, LONG);
        } else {
            spell.next = limit.map(most -> Clock.deadline(spell.since, most)).orElse(Clock.NEVER);
        }
        return tells;
    }

    private void tell(Spell spell) {
        try {
            LOG.atWarn()
                    .addKeyValue("controller", controller)
                    .addKeyValue("key", spell.key)
                    .addKeyValue("took", Duration.ofNanos(platform.clock().nanoTime() - spell.since))
                    .log("a reconcile takes long; it keeps a worker from other objects");
        } catch (RuntimeException | Error broken) {
            // It is the watch that must not end for a log that is broken.
        }
    }
}
