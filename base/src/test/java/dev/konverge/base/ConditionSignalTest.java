package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Waits with bounds that share an alarm. */
class ConditionSignalTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Everything is far, and nobody goes without an alarm. */
    private static final ConditionSignal.Habits AT_ONCE =
            new ConditionSignal.Habits(Duration.ZERO, Duration.ofMillis(50), 0);

    private static final ConditionSignal.Habits PATIENT = new ConditionSignal.Habits(Duration.ZERO, LONG, 0);

    private final Platform platform = Platform.real();
    private final Clock clock = platform.clock();
    private final ReentrantLock lock = new ReentrantLock();

    private ConditionSignal signal(ConditionSignal.Habits habits) {
        return new ConditionSignal(clock, lock, habits);
    }

    /** Waits until the bound has passed, as callers do. {@return when the last wait ended} */
    private long awaitPast(Signal signal, long deadline) throws InterruptedException {
        lock.lock();
        try {
            while (signal.awaitUntil(deadline)) {
                // Woken for nothing.
            }
            return clock.nanoTime();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void eachOfThoseWhoWaitLearnsThatItsTimeIsOverAndNotBefore() throws Exception {
        Signal signal = signal(AT_ONCE);
        List<Task> tasks = new ArrayList<>();
        Queue<Long> early = new ConcurrentLinkedQueue<>();
        // In this order the alarm is moved forward, left alone, and set beyond its latest.
        for (int millis : new int[] {40, 10, 20, 30, 200}) {
            tasks.add(platform.start("waits " + millis + " ms", () -> {
                long deadline = clock.deadlineAfter(Duration.ofMillis(millis));
                long end = awaitPast(signal, deadline);
                if (end < deadline) {
                    early.add(deadline - end);
                }
            }));
        }

        for (Task task : tasks) {
            assertThat(task.join(LONG)).as(task.name()).isTrue();
        }
        assertThat(early).isEmpty();
    }

    @Test
    void whoIsWokenInTimeLeavesTheAlarmAndTheNextOneKeepsItsOwnBound() throws Exception {
        Signal signal = signal(AT_ONCE);
        List<Boolean> woken = new ArrayList<>();

        Task waits = platform.start("waits", () -> {
            lock.lock();
            try {
                Task wakes = platform.start("wakes", () -> {
                    lock.lock();
                    try {
                        signal.signal();
                    } finally {
                        lock.unlock();
                    }
                });
                woken.add(signal.awaitUntil(clock.deadlineAfter(LONG)));
                wakes.join(LONG);
            } finally {
                lock.unlock();
            }
            awaitPast(signal, clock.deadlineAfter(Duration.ofMillis(120)));
        });

        assertThat(waits.join(LONG)).isTrue();
        assertThat(woken).containsExactly(true);
    }

    @Test
    void aNearerBoundMovesTheAlarmForward() throws Exception {
        Signal signal = signal(PATIENT);
        Signal begins = platform.signal(lock);
        AtomicBoolean begun = new AtomicBoolean();
        Task far = platform.start("far", () -> {
            lock.lock();
            try {
                begun.set(true);
                begins.signalAll();
                awaitPast(signal, clock.deadlineAfter(LONG));
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            while (!begun.get()) {
                begins.await();
            }
        } finally {
            lock.unlock();
        }

        Task near = platform.start("near", () -> awaitPast(signal, clock.deadlineAfter(Duration.ofMillis(5))));

        assertThat(near.join(LONG)).isTrue();
        assertThat(far.isDone()).isFalse();
        far.close();
    }

    @Test
    void anInterruptEndsAWaitThatSharesAnAlarm() throws Exception {
        Signal signal = signal(PATIENT);
        List<String> ends = new ArrayList<>();
        Task waits = platform.start("waits", () -> {
            try {
                awaitPast(signal, clock.deadlineAfter(LONG));
            } catch (InterruptedException interrupted) {
                ends.add("interrupted");
            }
        });

        waits.interrupt();

        assertThat(waits.join(LONG)).isTrue();
        assertThat(ends).containsExactly("interrupted");
    }
}
