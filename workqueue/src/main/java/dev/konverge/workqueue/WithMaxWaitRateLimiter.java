package dev.konverge.workqueue;

import java.time.Duration;

/** A limiter that asks another, and never waits longer than a maximum. */
public final class WithMaxWaitRateLimiter<K> implements RateLimiter<K> {
    private final RateLimiter<K> limiter;
    private final Duration maxWait;

    /** The same as {@code limiter}, clipped. */
    public WithMaxWaitRateLimiter(RateLimiter<K> limiter, Duration maxWait) {
        this.limiter = limiter;
        this.maxWait = maxWait;
    }

    @Override
    public Duration when(K key) {
        Duration delay = limiter.when(key);
        return delay.compareTo(maxWait) > 0 ? maxWait : delay;
    }

    @Override
    public int numRequeues(K key) {
        return limiter.numRequeues(key);
    }

    @Override
    public void forget(K key) {
        limiter.forget(key);
    }
}
