package dev.konverge.benchmarks.workqueue;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Producers that add all keys as fast as they can, each a part of them, and workers that take and give back until nothing is left.
 * The time counts from the start of the first thread until the end of the last one.
 */
final class CycleWorkload implements Workload {
    private final Supplier<QueueUnderTest> queues;
    private final String[] keys;
    private final boolean unique;
    private final int pairs;
    private final Clock clock = Platform.real().clock();

    CycleWorkload(Supplier<QueueUnderTest> queues, String[] keys, boolean unique, int pairs) {
        this.queues = queues;
        this.keys = keys;
        this.unique = unique;
        this.pairs = pairs;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws InterruptedException {
        long adds = 0;
        long elapsed = 0;
        while (elapsed < time.toNanos()) {
            QueueUnderTest queue = queues.get();
            elapsed += run(queue);
            adds += keys.length;
        }
        return Map.of(Repeated.RATE, adds * 1e9 / elapsed);
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
        long start = clock.nanoTime();
        workers.forEach(Thread::start);
        producers.forEach(Thread::start);
        join(producers);
        queue.shutDown();
        join(workers);
        long elapsed = clock.nanoTime() - start;
        if (unique ? cycles.get() != keys.length : cycles.get() < Keys.DISTINCT) {
            throw new IllegalStateException(cycles + " cycles of " + keys.length + " keys");
        }
        return elapsed;
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
