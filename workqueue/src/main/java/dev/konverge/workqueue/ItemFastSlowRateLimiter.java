package dev.konverge.workqueue;

import java.time.Duration;

/** A limiter with a short delay for the first failures of a key, and a long one for all that follow. */
public final class ItemFastSlowRateLimiter<K> implements RateLimiter<K> {
    private final Duration fast;
    private final Duration slow;
    private final int maxFastAttempts;
    private final Failures<K> failures = new Failures<>();

    /** Without failures; the first {@code maxFastAttempts} of a key are followed by the fast delay. */
    public ItemFastSlowRateLimiter(Duration fast, Duration slow, int maxFastAttempts) {
        this.fast = fast;
        this.slow = slow;
        this.maxFastAttempts = maxFastAttempts;
    }

    @Override
    public Duration when(K key) {
        return failures.increment(key) < maxFastAttempts ? fast : slow;
    }

    @Override
    public int numRequeues(K key) {
        return failures.of(key);
    }

    @Override
    public void forget(K key) {
        failures.forget(key);
    }
}
