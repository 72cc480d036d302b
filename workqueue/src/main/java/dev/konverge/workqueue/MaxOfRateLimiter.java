package dev.konverge.workqueue;

import java.time.Duration;
import java.util.List;

/** A limiter that asks several others, each of them every time, and takes the longest delay. */
public final class MaxOfRateLimiter<K> implements RateLimiter<K> {
    private final List<RateLimiter<K>> limiters;

    /** Of at least one limiter. */
    public MaxOfRateLimiter(List<RateLimiter<K>> limiters) {
        if (limiters.isEmpty()) {
            throw new IllegalArgumentException("the longest delay of no limiter");
        }
        this.limiters = List.copyOf(limiters);
    }

    @Override
    public Duration when(K key) {
        Duration longest = Duration.ZERO;
        for (RateLimiter<K> limiter : limiters) {
            Duration delay = limiter.when(key);
            longest = delay.compareTo(longest) > 0 ? delay : longest;
        }
        return longest;
    }

    @Override
    public int numRequeues(K key) {
        return limiters.stream()
                .mapToInt(limiter -> limiter.numRequeues(key))
                .max()
                .orElse(0);
    }

    @Override
    public void forget(K key) {
        limiters.forEach(limiter -> limiter.forget(key));
    }
}
