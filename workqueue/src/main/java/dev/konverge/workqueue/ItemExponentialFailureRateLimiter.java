package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import java.time.Duration;

/** A limiter that doubles the delay with every failure of a key, up to a maximum. Keys do not affect each other. */
public final class ItemExponentialFailureRateLimiter<K> implements RateLimiter<K> {
    private final long base;
    private final long max;
    private final Failures<K> failures = new Failures<>();

    /**
     * Without failures.
     *
     * @param base the delay after the first failure
     * @param max the longest delay
     */
    public ItemExponentialFailureRateLimiter(Duration base, Duration max) {
        if (base.isNegative() || max.isNegative()) {
            throw new IllegalArgumentException("delays must not be negative: " + base + ", " + max);
        }
        // As deadlines are counted: more than a long holds is for ever.
        this.base = Clock.deadline(0, base);
        this.max = Clock.deadline(0, max);
    }

    @Override
    public Duration when(K key) {
        // In double, which grows to infinity where a long would turn negative.
        double delay = base * Math.pow(2, failures.increment(key));
        return Duration.ofNanos(delay > max ? max : (long) delay);
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
