package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.List;

/** The limiters that others use by default. */
public final class RateLimiters {
    private static final Duration MAX_DELAY = Duration.ofSeconds(1000);

    private RateLimiters() {}

    /** {@return client-go's default for controllers}: 5 ms doubling to 1000 s by key, and 10 a second with bursts of 100 over all. */
    public static <K> RateLimiter<K> defaultController(Clock clock) {
        return itemsAndBucket(clock, 10, 100);
    }

    /** {@return the sample controller's}: 5 ms doubling to 1000 s by key, and 50 a second with bursts of 300 over all. */
    public static <K> RateLimiter<K> sampleController(Clock clock) {
        return itemsAndBucket(clock, 50, 300);
    }

    /** {@return client-go's default by key alone}: 1 ms doubling to 1000 s. */
    public static <K> RateLimiter<K> defaultItemBased() {
        return new ItemExponentialFailureRateLimiter<>(Duration.ofMillis(1), MAX_DELAY);
    }

    /** {@return controller-runtime's default for its queue with priorities}: 5 ms doubling to 1000 s by key. */
    public static <K> RateLimiter<K> itemExponential() {
        return new ItemExponentialFailureRateLimiter<>(Duration.ofMillis(5), MAX_DELAY);
    }

    private static <K> RateLimiter<K> itemsAndBucket(Clock clock, double tokensPerSecond, int burst) {
        return new MaxOfRateLimiter<>(
                List.of(itemExponential(), new BucketRateLimiter<>(clock, tokensPerSecond, burst)));
    }
}
