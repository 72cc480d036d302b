package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When adds that nobody waits for are sorted in, and by whom. That is seen by when keys are compared. */
@Timeout(60)
class BatchTest {
    private static final int BATCH = 64;
    private static final int LONGEST_BATCH = 256;

    private final WorkQueue<Object> queue = WorkQueue.builder(Platform.real()).build();

    /** Equal to no other than itself, and tells when it is compared. */
    private static final class Compared {
        private final Runnable told;

        Compared(Runnable told) {
            this.told = told;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            told.run();
            return other == this;
        }

        @Override
        public int hashCode() {
            return -1;
        }
    }

    private void addNumbers(int from, int to) {
        for (int i = from; i < to; i++) {
            queue.add(i);
        }
    }

    /** Adds a key twice: who sorts that in compares it. */
    private void addTwice(Compared key) {
        queue.add(key);
        queue.add(key);
    }

    @Test
    void addsAreLeftUntilThereIsABatchOfThem() {
        int[] comparisons = {0};
        addTwice(new Compared(() -> comparisons[0]++));
        addNumbers(2, BATCH - 1);
        assertThat(comparisons[0]).isZero();
        queue.add("the last of the batch");
        assertThat(comparisons[0]).isPositive();
        assertThat(queue.len()).isEqualTo(BATCH - 1);
    }

    @Test
    void whoAddsDoesNotWaitForTheLockUntilABatchIsTooLongToBeLeft() throws InterruptedException {
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        addTwice(new Compared(() -> {
            inside.countDown();
            awaitQuietly(goOn);
        }));
        // Has the lock, and is held up with it.
        Thread holder = Thread.ofPlatform().start(queue::len);
        Thread first = Thread.ofPlatform().unstarted(() -> addNumbers(1, LONGEST_BATCH));
        Thread latecomer = Thread.ofPlatform().unstarted(() -> queue.add("one too many"));
        try {
            inside.await();
            first.start();
            assertThat(waits(first)).isFalse();
            latecomer.start();
            assertThat(waits(latecomer)).isTrue();
        } finally {
            goOn.countDown();
        }
        first.join();
        latecomer.join();
        holder.join();
        assertThat(queue.len()).isEqualTo(LONGEST_BATCH + 1);
    }

    /** Looks at a thread until it waits, or has ended. */
    private static boolean waits(Thread thread) {
        while (true) {
            switch (thread.getState()) {
                case WAITING, TIMED_WAITING -> {
                    return true;
                }
                case TERMINATED -> {
                    return false;
                }
                default -> Thread.onSpinWait();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
