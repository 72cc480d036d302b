package dev.konverge.benchmarks.workqueue;

import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Producers that add all keys as fast as they can, each a part of them, and workers that take and give back until nothing is left.
 * An add counts as an operation, and so does a hand-out with its return: of keys with duplicates a queue whose workers keep up
 * hands out more than one whose workers lag behind, and that is work too.
 */
final class CycleWorkload implements Workload {
    private final Supplier<QueueUnderTest> queues;
    private final String[] keys;
    private final boolean unique;
    private final int pairs;

    CycleWorkload(Supplier<QueueUnderTest> queues, String[] keys, boolean unique, int pairs) {
        this.queues = queues;
        this.keys = keys;
        this.unique = unique;
        this.pairs = pairs;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws InterruptedException {
        // The garbage of the last round is not the business of this one; that of the runs before is.
        System.gc();
        var watch = new Stopwatch();
        do {
            QueueUnderTest queue = queues.get();
            watch.time(() -> run(queue));
        } while (watch.isBelow(time));
        return watch.metrics();
    }

    private long run(QueueUnderTest queue) throws InterruptedException {
        var cycles = new AtomicLong();
        List<Thread> producers = new ArrayList<>();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            int from = (int) ((long) keys.length * i / pairs);
            int to = (int) ((long) keys.length * (i + 1) / pairs);
            producers.add(queue.thread(() -> produce(queue, from, to)));
            workers.add(queue.thread(() -> cycles.addAndGet(work(queue))));
        }
        workers.forEach(Thread::start);
        producers.forEach(Thread::start);
        join(producers);
        queue.shutDown();
        join(workers);
        if (unique ? cycles.get() != keys.length : cycles.get() < Keys.DISTINCT) {
            throw new IllegalStateException(cycles + " cycles of " + keys.length + " keys");
        }
        return keys.length + cycles.get();
    }

    private void produce(QueueUnderTest queue, int from, int to) {
        for (int i = from; i < to; i++) {
            queue.add(keys[i]);
        }
    }

    private static long work(QueueUnderTest queue) {
        long cycles = 0;
        try {
            while (queue.cycle()) {
                cycles++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return cycles;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
