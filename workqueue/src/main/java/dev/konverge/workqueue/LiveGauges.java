package dev.konverge.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The figures of a queue as they are at the moment. */
final class LiveGauges implements QueueMetrics.Gauges {
    private final ReentrantLock lock;

    @GuardedBy("lock")
    private final QueueCore<?> core;

    private final Clock clock;
    private final Runnable update;

    /** @param update sorts in what was added and what is due by now, without the lock */
    LiveGauges(ReentrantLock lock, QueueCore<?> core, Clock clock, Runnable update) {
        this.lock = lock;
        this.core = core;
        this.clock = clock;
        this.update = update;
    }

    private <R> R read(Function<QueueCore<?>, R> reader) {
        lock.lock();
        try {
            return reader.apply(core);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int depth() {
        update.run();
        return read(QueueCore::depth);
    }

    @Override
    public Map<Integer, Integer> readyByPriority() {
        update.run();
        return read(QueueCore::depthByPriority);
    }

    @Override
    public Duration unfinishedWork() {
        return Duration.ofNanos(read(now -> now.openClaims().totalAge(clock.nanoTime())));
    }

    @Override
    public Duration longestRunningProcessor() {
        return Duration.ofNanos(read(now -> now.openClaims().longestAge(clock.nanoTime())));
    }
}
