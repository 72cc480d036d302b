package dev.konverge.benchmarks.workqueue;

import dev.konverge.base.Platform;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;

/** Ours, on virtual threads. */
final class KonvergeQueue implements QueueUnderTest {
    private final WorkQueue<String> queue =
            WorkQueue.<String>builder(Platform.real()).build();

    @Override
    public void add(String key) {
        queue.add(key);
    }

    @Override
    public void addAfter(String key, Duration delay) {
        queue.addAfter(key, delay);
    }

    @Override
    public boolean cycle() throws InterruptedException {
        try (Claim<String> claim = queue.get()) {
            return claim != null;
        }
    }

    @Override
    public void shutDown() {
        queue.shutDown();
    }

    @Override
    public Thread thread(Runnable body) {
        return Thread.ofVirtual().unstarted(body);
    }
}
