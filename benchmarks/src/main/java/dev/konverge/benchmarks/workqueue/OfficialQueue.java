package dev.konverge.benchmarks.workqueue;

import io.kubernetes.client.extended.workqueue.DefaultDelayingQueue;
import io.kubernetes.client.extended.workqueue.DefaultWorkQueue;
import io.kubernetes.client.extended.workqueue.DelayingQueue;
import io.kubernetes.client.extended.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The official Java client's: the plain queue, or the one with delays, on threads of either kind. */
final class OfficialQueue implements QueueUnderTest {
    private final WorkQueue<String> queue;
    private final @Nullable DelayingQueue<String> delaying;
    private final @Nullable ExecutorService waiting;
    private final boolean virtual;

    private OfficialQueue(
            WorkQueue<String> queue,
            @Nullable DelayingQueue<String> delaying,
            @Nullable ExecutorService waiting,
            boolean virtual) {
        this.queue = queue;
        this.delaying = delaying;
        this.waiting = waiting;
        this.virtual = virtual;
    }

    static OfficialQueue plain(boolean virtual) {
        return new OfficialQueue(new DefaultWorkQueue<>(), null, null, virtual);
    }

    static OfficialQueue delaying() {
        ExecutorService waiting = Executors.newSingleThreadExecutor();
        var queue = new Patient(waiting);
        return new OfficialQueue(queue, queue, waiting, false);
    }

    /** Waits where the queue would drop a key: it keeps up to a thousand for the thread that sorts them in, and no more. */
    private static final class Patient extends DefaultDelayingQueue<String> {
        Patient(ExecutorService waiting) {
            super(waiting);
        }

        @Override
        public void addAfter(String key, Duration delay) {
            while (waitingForAddQueue.remainingCapacity() == 0) {
                // Far shorter than it takes the other side to empty its thousand.
                LockSupport.parkNanos(1_000);
            }
            super.addAfter(key, delay);
        }
    }

    @Override
    public void add(String key) {
        queue.add(key);
    }

    @Override
    public void addAfter(String key, Duration delay) {
        if (delaying == null) {
            throw new IllegalStateException("a plain queue has no delays");
        }
        delaying.addAfter(key, delay);
    }

    @Override
    public boolean cycle() throws InterruptedException {
        @Nullable String key = queue.get();
        if (key == null) {
            return false;
        }
        queue.done(key);
        return true;
    }

    @Override
    public void shutDown() {
        queue.shutDown();
        if (waiting != null) {
            waiting.shutdownNow();
        }
    }

    @Override
    public Thread thread(Runnable body) {
        return virtual
                ? Thread.ofVirtual().unstarted(body)
                : Thread.ofPlatform().unstarted(body);
    }
}
