package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A limiter that asks another and adds a random share, so that keys that failed together do not come back together. */
public final class WithJitterRateLimiter<K> implements RateLimiter<K> {
    private final RateLimiter<K> limiter;
    private final double maxFactor;
    private final RandomGenerator random;

    /**
     * The same as {@code limiter}, each delay made longer.
     *
     * @param maxFactor up to this share of the delay is added to it
     * @param random must be safe for many threads, as a platform's is
     */
    public WithJitterRateLimiter(RateLimiter<K> limiter, double maxFactor, RandomGenerator random) {
        if (!(maxFactor >= 0) || Double.isInfinite(maxFactor)) {
            throw new IllegalArgumentException("jitter must not be negative: " + maxFactor);
        }
        this.limiter = limiter;
        this.maxFactor = maxFactor;
        this.random = random;
    }

    @Override
    public Duration when(K key) {
        // As deadlines are counted, and as a cast clips: more than a long holds is for ever.
        long delay = Clock.deadline(0, limiter.when(key));
        double nanos = delay * (1 + maxFactor * random.nextDouble());
        return Duration.ofNanos((long) nanos);
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
