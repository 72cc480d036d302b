package dev.konverge.benchmarks.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;

/** {@link FooCounts} that many threads add to, and that can be waited for. */
final class FooTally {
    private final ReentrantLock lock = new ReentrantLock();
    private final Clock clock;
    private final Signal changed;

    @GuardedBy("lock")
    private final FooCounts counts = new FooCounts();

    @GuardedBy("lock")
    private long lastRequest;

    /** What the one who waits waits for. Whoever counts looks, instead of waking it with every request: that would be work that is measured. */
    @GuardedBy("lock")
    private Predicate<FooCounts> awaited = counts -> false;

    FooTally(Platform platform) {
        this.clock = platform.clock();
        this.changed = platform.signal(lock);
    }

    /** Counts one request that was answered with that code, at that time. A request that goes on, such as a watch, is counted when it begins. */
    void count(String method, String path, boolean watch, int code, Instant when) {
        lock.lock();
        try {
            counts.count(method, path, watch, code, micros(when));
            lastRequest = clock.nanoTime();
            if (awaited.test(counts)) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the counts are such; for one thread at a time. {@return whether they are} */
    boolean await(Predicate<FooCounts> condition, Duration patience) throws InterruptedException {
        long deadline = clock.deadlineAfter(patience);
        lock.lock();
        try {
            awaited = condition;
            while (!condition.test(counts)) {
                if (clock.nanoTime() >= deadline) {
                    return false;
                }
                changed.awaitUntil(deadline);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    <T> T look(Function<FooCounts, T> look) {
        lock.lock();
        try {
            return look.apply(counts);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets how many requests there were until now. */
    void countAnew() {
        lock.lock();
        try {
            counts.countAnew();
        } finally {
            lock.unlock();
        }
    }

    /** {@return how long ago the last request came} */
    Duration silence() {
        return Duration.ofNanos(clock.nanoTime() - lastRequest());
    }

    /** {@return when the last request came, in terms of {@link Clock#nanoTime()}} */
    long lastRequest() {
        lock.lock();
        try {
            return lastRequest;
        } finally {
            lock.unlock();
        }
    }

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
