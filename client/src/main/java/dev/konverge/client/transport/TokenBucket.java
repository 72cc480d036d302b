package dev.konverge.client.transport;

import java.time.Duration;

/**
 * The arithmetic of a token bucket: filled at a steady rate up to a bound, one token a request, and debts are allowed to
 * those who wait. Single-threaded; time is an argument.
 */
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final int burst;
    /** What is there at {@code asOf}; negative if tokens have been promised that are not there yet. */
    private double tokens;

    private long asOf;

    TokenBucket(double perSecond, int burst, long now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = burst;
        this.asOf = now;
    }

    /** Takes a token. {@return how long to wait before using it} */
    Duration take(long now) {
        fill(now);
        tokens -= 1;
        return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil(-tokens / perSecond * NANOS));
    }

    /** Takes a token if one is there. {@return whether one was} */
    boolean tryTake(long now) {
        fill(now);
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    /** Takes back what was taken and not used. */
    void giveBack(long now) {
        fill(now);
        tokens = Math.min(burst, tokens + 1);
    }

    private void fill(long now) {
        if (now > asOf) {
            tokens = Math.min(burst, tokens + (now - asOf) / NANOS * perSecond);
            asOf = now;
        }
    }
}
