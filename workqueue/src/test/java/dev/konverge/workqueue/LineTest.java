package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.BriefLock;
import dev.konverge.base.Platform;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineTest {
    private static final int MANY = 4;

    private final BriefLock lock = BriefLock.patient();
    private final Line line = new Line(lock);
    private final List<Thread> threads = new ArrayList<>();
    private final List<Integer> order = new ArrayList<>();

    /** Starts a thread, and waits until that waits, other than by sleeping. */
    private Thread startWaiting(Runnable body) {
        Thread thread = Thread.ofPlatform().start(body);
        threads.add(thread);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    private void startWaitingIn(Line entered, int number) {
        startWaiting(() -> {
            entered.lock();
            try {
                order.add(number);
            } finally {
                lock.unlock();
            }
        });
    }

    private void joinAll() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whoFindsTheLockFreeTakesIt() {
        line.lock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void oneWaitsForTheLockAndTheOthersForTheirTurnWhichComesInOrder() throws InterruptedException {
        lock.lock();
        try {
            for (int i = 0; i < MANY; i++) {
                startWaitingIn(line, i);
            }
            assertThat(lock.getQueueLength()).isEqualTo(1);
        } finally {
            lock.unlock();
        }
        joinAll();
        assertThat(order).containsExactly(0, 1, 2, 3);
    }

    @Test
    void whoIsFirstInAnotherLineWaitsForTheLockToo() throws InterruptedException {
        var other = new Line(lock);
        lock.lock();
        try {
            startWaitingIn(line, 0);
            startWaitingIn(line, 1);
            startWaitingIn(other, 2);
            assertThat(lock.getQueueLength()).isEqualTo(2);
        } finally {
            lock.unlock();
        }
        joinAll();
        assertThat(order).containsExactlyInAnyOrder(0, 1, 2);
    }

    /** Holds up whoever compares it, which is done with the queue's lock. */
    private static final class Slow {
        private final CountDownLatch compared = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public boolean equals(@Nullable Object other) {
            compared.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return other == this;
        }

        @Override
        public int hashCode() {
            return -1;
        }
    }

    private final WorkQueue<Object> queue = WorkQueue.builder(Platform.real()).build();

    private void takeAndReturn() {
        try (Claim<Object> claim = queue.poll()) {
            assertThat(claim).isNotNull();
        }
    }

    @Test
    void workersStandInOneLineAndThoseWhoAddInAnother() throws InterruptedException {
        var slow = new Slow();
        queue.add(slow);
        queue.add(slow);
        threads.add(Thread.ofPlatform().start(queue::len));
        slow.compared.await();
        Set<Object> awaited = new HashSet<>();
        try {
            for (int i = 0; i < MANY; i++) {
                awaited.add(awaitedBy(startWaiting(this::takeAndReturn)));
            }
            // The lock by the first, their turn by the others.
            assertThat(awaited).hasSize(2);
            for (int i = 0; i < MANY; i++) {
                int first = i * 256;
                awaited.add(awaitedBy(startWaiting(() -> addNumbers(first, first + 256))));
            }
            // The lock again, and their own turn.
            assertThat(awaited).hasSize(3);
        } finally {
            slow.goOn.countDown();
        }
        joinAll();
        assertThat(queue.len()).isEqualTo(MANY * 256 + 1 - MANY);
    }

    private static Object awaitedBy(Thread thread) {
        return Objects.requireNonNull(LockSupport.getBlocker(thread));
    }

    private void addNumbers(int from, int to) {
        for (int i = from; i < to; i++) {
            queue.add(i);
        }
    }
}
