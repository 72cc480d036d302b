package dev.konverge.workqueue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Clock;
import java.time.Duration;

/**
 * A limiter that holds all keys together to a rate, with bursts: a token bucket that starts full.
 *
 * <p>Every call of {@link #when} takes a token, even one that is not there yet; none is ever given back.
 */
public final class BucketRateLimiter<K> implements RateLimiter<K> {
    private final Clock clock;
    private final BriefLock lock = new BriefLock();

    @GuardedBy("lock")
    private final TokenBucket bucket;

    /** A full bucket. */
    public BucketRateLimiter(Clock clock, double tokensPerSecond, int burst) {
        this.clock = clock;
        this.bucket = new TokenBucket(tokensPerSecond, burst);
    }

    @Override
    public Duration when(K key) {
        long now = clock.nanoTime();
        lock.lock();
        try {
            return Duration.ofNanos(bucket.reserve(now));
        } finally {
            lock.unlock();
        }
    }

    /** {@return zero, it does not know keys} */
    @Override
    public int numRequeues(K key) {
        return 0;
    }

    /** Does nothing, it does not know keys. */
    @Override
    public void forget(K key) {
        // Nothing is kept by key.
    }
}
