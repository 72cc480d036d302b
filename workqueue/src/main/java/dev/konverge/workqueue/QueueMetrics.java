package dev.konverge.workqueue;

import java.time.Duration;

/**
 * Is told what happens in one queue, to count it; a {@link Provider} makes it.
 *
 * <p>Called outside of the queue's lock, by many threads at once: those who add, those who work, and those who read {@link Gauges}. It should
 * not throw; what it throws is logged, and changes nothing for who called the queue. The names are those under which client-go's queues
 * publish their figures.
 */
public interface QueueMetrics {
    /** {@code workqueue_adds_total}: so many requests for a hand-out were accepted, after deduplication. */
    void added(int count);

    /** {@code workqueue_retries_total}: a key was added with a delay or a rate limit. */
    void retried();

    /** {@code workqueue_queue_duration_seconds}: a key was handed out, that long after it was added first or its delay ended. */
    void waited(Duration duration);

    /** {@code workqueue_work_duration_seconds}: a claim was closed, that long after it was handed out. */
    void worked(Duration duration);

    /**
     * The figures of a queue that are read when somebody looks. Safe for many threads, short under the queue's lock.
     *
     * <p>Reading a depth makes the keys ready whose delay is over, so it may call {@link QueueMetrics#added} before it returns.
     */
    interface Gauges {
        /** {@return {@code workqueue_depth}: how many hand-outs are pending}; a key that is worked on and was added again counts. */
        int depth();

        /** {@return how many of the pending hand-outs are of each priority}; together they are {@link #depth}. */
        java.util.Map<Integer, Integer> readyByPriority();

        /** {@return {@code workqueue_unfinished_work_seconds}: the sum of the ages of all open claims} */
        Duration unfinishedWork();

        /** {@return {@code workqueue_longest_running_processor_seconds}: the age of the oldest open claim} */
        Duration longestRunningProcessor();
    }

    /** Makes the metrics of queues. */
    @FunctionalInterface
    interface Provider {
        /** {@return what is told of the queue of that name} Called once a queue, when it is built. */
        QueueMetrics of(String queue, Gauges gauges);
    }
}
