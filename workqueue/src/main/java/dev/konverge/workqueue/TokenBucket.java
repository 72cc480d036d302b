package dev.konverge.workqueue;

/**
 * A bucket that fills at a steady rate, and from which tokens may be taken that are not there yet. Told what time it is.
 *
 * <p>Kept as the time at which it would be full again if nobody took any more: a token less is that much later.
 */
final class TokenBucket {
    private final double nanosPerToken;
    private final int burst;
    private double fullAt;

    TokenBucket(double tokensPerSecond, int burst) {
        if (!(tokensPerSecond > 0) || burst < 1) {
            throw new IllegalArgumentException(
                    "rate and burst must be above zero, not " + tokensPerSecond + " and " + burst);
        }
        this.nanosPerToken = 1e9 / tokensPerSecond;
        this.burst = burst;
    }

    /** Takes one token. {@return how many nanoseconds later it will be there, zero if it is} */
    long reserve(long now) {
        fullAt = Math.max(fullAt, (double) now) + nanosPerToken;
        double wait = fullAt - burst * nanosPerToken - now;
        return wait <= 0 ? 0 : (long) Math.ceil(wait);
    }
}
