package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BriefLockTest {
    private static final int ATTEMPTS = 200;

    /** Takes the lock and lets go of it, while the thread of the test has it. */
    private static Thread waiter(BriefLock lock, Runnable afterwards) {
        return Thread.ofPlatform().start(() -> {
            lock.lock();
            try {
                afterwards.run();
            } finally {
                lock.unlock();
            }
        });
    }

    private static Thread.State await(Thread thread, Set<Thread.State> states) {
        Thread.State state = thread.getState();
        while (!states.contains(state)) {
            Thread.onSpinWait();
            state = thread.getState();
        }
        return state;
    }

    /** {@return how the thread waits when it is first seen to} */
    private static Thread.State firstWait(BriefLock lock) throws InterruptedException {
        Thread thread;
        Thread.State state;
        lock.lock();
        try {
            thread = waiter(lock, () -> {});
            state = await(thread, EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING));
        } finally {
            lock.unlock();
        }
        thread.join();
        return state;
    }

    @Test
    void whoWaitsForAPatientLockSleepsFirst() throws InterruptedException {
        var lock = BriefLock.patient();
        boolean slept = false;
        // The test may come too late to see it sleep, so it looks again; a lock that parks at once is never seen to.
        for (int i = 0; i < ATTEMPTS && !slept; i++) {
            slept = firstWait(lock) == Thread.State.TIMED_WAITING;
        }
        assertThat(slept).isTrue();
    }

    @Test
    void whoWaitsForAnotherDoesNotSleep() throws InterruptedException {
        assertThat(firstWait(new BriefLock())).isEqualTo(Thread.State.WAITING);
    }

    @Test
    void whoHasSleptLongEnoughQueuesAndGetsItsTurn() throws InterruptedException {
        var lock = BriefLock.patient();
        var hadIt = new AtomicBoolean();
        Thread thread;
        lock.lock();
        try {
            thread = waiter(lock, () -> hadIt.set(true));
            await(thread, EnumSet.of(Thread.State.WAITING));
            assertThat(lock.hasQueuedThread(thread)).isTrue();
            assertThat(hadIt).isFalse();
        } finally {
            lock.unlock();
        }
        thread.join();
        assertThat(hadIt).isTrue();
    }

    @Test
    void whoIsInterruptedWhileItWaitsStillGetsTheLockAndStaysInterrupted() throws InterruptedException {
        var lock = BriefLock.patient();
        var interrupted = new AtomicBoolean();
        Thread thread;
        lock.lock();
        try {
            thread = waiter(lock, () -> interrupted.set(Thread.currentThread().isInterrupted()));
            thread.interrupt();
            await(thread, EnumSet.of(Thread.State.WAITING));
        } finally {
            lock.unlock();
        }
        thread.join();
        assertThat(interrupted).isTrue();
    }
}
