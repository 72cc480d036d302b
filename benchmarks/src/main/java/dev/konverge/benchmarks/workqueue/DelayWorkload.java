package dev.konverge.benchmarks.workqueue;

import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One thread adds all keys, each with a delay of its own. */
final class DelayWorkload implements Workload {
    /** So long that nothing becomes due. */
    static final Duration AN_HOUR = Duration.ofHours(1);

    /** So short that a fast queue is still adding when it is over. */
    static final Duration SHORT = Duration.ofMillis(100);

    private final Supplier<QueueUnderTest> queues;
    private final String[] keys;
    private final Duration[] delays;
    private final boolean handsOut;

    private DelayWorkload(Supplier<QueueUnderTest> queues, String[] keys, Duration from, boolean handsOut) {
        this.queues = queues;
        this.keys = keys;
        this.delays = delays(keys.length, from);
        this.handsOut = handsOut;
    }

    /** The time of the adds alone; nothing becomes due. */
    static DelayWorkload adding(Supplier<QueueUnderTest> queues, String[] keys) {
        return new DelayWorkload(queues, keys, AN_HOUR, false);
    }

    /** The time until a worker has had all of them. */
    static DelayWorkload handingOut(Supplier<QueueUnderTest> queues, String[] keys) {
        return new DelayWorkload(queues, keys, Duration.ZERO, true);
    }

    /** Up to {@link #SHORT} longer than {@code from}, in no order. */
    static Duration[] delays(int count, Duration from) {
        var random = new SplittableRandom(1);
        var delays = new Duration[count];
        for (int i = 0; i < count; i++) {
            delays[i] = from.plusNanos(1 + random.nextLong(SHORT.toNanos()));
        }
        return delays;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws InterruptedException {
        // The garbage of the last round is not the business of this one; that of the runs before is.
        System.gc();
        var watch = new Stopwatch();
        do {
            QueueUnderTest queue = queues.get();
            try {
                watch.time(() -> run(queue));
            } finally {
                queue.shutDown();
            }
        } while (watch.isBelow(time));
        return watch.metrics();
    }

    private long run(QueueUnderTest queue) throws InterruptedException {
        var taken = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        threads.add(queue.thread(() -> addAll(queue)));
        if (handsOut) {
            threads.add(queue.thread(() -> takeAll(queue, taken)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        if (handsOut && taken.get() != keys.length) {
            throw new IllegalStateException(taken + " of " + keys.length + " keys were handed out");
        }
        return keys.length;
    }

    private void takeAll(QueueUnderTest queue, AtomicLong taken) {
        try {
            for (int i = 0; i < keys.length; i++) {
                queue.cycle();
                taken.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void addAll(QueueUnderTest queue) {
        for (int i = 0; i < keys.length; i++) {
            queue.addAfter(keys[i], delays[i]);
        }
    }
}
