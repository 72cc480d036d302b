package dev.konverge.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A signal of the machine.
 *
 * <p>A virtual thread that waits with a bound gives the JVM's timer a task and takes it back when it is woken, and each wakes the timer's thread: that costs
 * more than the wait. Most bounds are far away and never reached. So who waits again and again with such bounds shares one task, the alarm. It is left where it
 * is when a wait ends, for the next one; when it rings, all look whether their time is over, and the first that waits on sets it again.
 */
// A signal promises no more than a condition does: the loop is the caller's.
@SuppressWarnings("WaitNotInLoop")
final class ConditionSignal implements Signal {
    /**
     * When an alarm is worth it.
     *
     * @param far how far away a bound is at least; nearer ones are there to be reached
     * @param latest after how long it rings at the latest: it keeps its signal, and all that knows it, in memory
     * @param few how many waits with far bounds go without: a signal that has few of them would leave its alarm behind for nothing
     */
    record Habits(Duration far, Duration latest, int few) {
        static final Habits USUAL = new Habits(Duration.ofSeconds(1), Duration.ofSeconds(20), 4);
    }

    private final Clock clock;
    private final ReentrantLock lock;
    private final Condition condition;
    private final long far;
    private final long latest;

    /** How many waits with far bounds will still go without an alarm. */
    @GuardedBy("lock")
    private int without;

    /** Where the alarm waits; most signals have none. */
    @GuardedBy("lock")
    private @Nullable Condition sooner;

    /** When the alarm rings. */
    @GuardedBy("lock")
    private long alarm = Clock.NEVER;

    ConditionSignal(Clock clock, ReentrantLock lock, Habits habits) {
        this.clock = clock;
        this.lock = lock;
        this.condition = lock.newCondition();
        this.far = habits.far.toNanos();
        this.latest = habits.latest.toNanos();
        this.without = habits.few;
    }

    @Override
    public void await() throws InterruptedException {
        condition.await();
    }

    @Override
    @GuardedBy("lock")
    public boolean awaitUntil(long deadline) throws InterruptedException {
        if (deadline == Clock.NEVER) {
            condition.await();
            return true;
        }
        long now = clock.nanoTime();
        if (deadline - now < far || !Thread.currentThread().isVirtual() || isNew()) {
            return condition.awaitNanos(deadline - now) > 0;
        }
        setAlarm(Math.min(deadline, now + latest));
        condition.await();
        return clock.nanoTime() < deadline;
    }

    @GuardedBy("lock")
    private boolean isNew() {
        return without > 0 && without-- > 0;
    }

    /** Makes sure that it rings at that time at the latest. */
    @GuardedBy("lock")
    private void setAlarm(long time) {
        if (alarm <= time) {
            return;
        }
        boolean none = alarm == Clock.NEVER;
        alarm = time;
        Condition moved = sooner == null ? lock.newCondition() : sooner;
        sooner = moved;
        if (none) {
            Thread.ofVirtual().name("alarm").start(() -> ring(moved));
        } else {
            moved.signal();
        }
    }

    private void ring(Condition moved) {
        lock.lock();
        try {
            awaitAlarm(moved);
            alarm = Clock.NEVER;
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void awaitAlarm(Condition moved) {
        try {
            for (long left = alarm - clock.nanoTime(); left > 0; left = alarm - clock.nanoTime()) {
                moved.awaitNanos(left);
            }
        } catch (InterruptedException nobodyKnowsIt) {
            // Then it rings now, and is set again by those whom that wakes for nothing.
        }
    }

    @Override
    public void signal() {
        condition.signal();
    }

    @Override
    public void signalAll() {
        condition.signalAll();
    }
}
