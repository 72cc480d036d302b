package dev.konverge.base;

import java.time.Duration;
import java.time.Instant;

/**
 * A source of the two kinds of time: the calendar's, which may jump, and the monotonic one, which deadlines are made of.
 *
 * <p>Safe for use by many threads.
 */
public interface Clock {
    /** The deadline that is never reached. */
    long NEVER = Long.MAX_VALUE;

    /** {@return the time of the calendar} It may jump either way; never measure a duration with it. */
    Instant now();

    /**
     * {@return the nanoseconds since this clock was made} Never negative, never decreasing and far from overflow, so unlike
     * with {@link System#nanoTime()} two values may be compared with {@code <}, and {@link #NEVER} is later than any.
     */
    long nanoTime();

    /** {@return the {@link #nanoTime()} at which {@code delay} has passed}; {@link #NEVER} if that is too far away to be counted. */
    default long deadlineAfter(Duration delay) {
        return deadline(nanoTime(), delay);
    }

    /** {@return {@code delay} after {@code now}}, clipped to [{@code now}, {@link #NEVER}]. */
    static long deadline(long now, Duration delay) {
        if (delay.isNegative()) {
            return now;
        }
        long sum = now + saturatedNanos(delay);
        return sum < 0 ? NEVER : sum;
    }

    private static long saturatedNanos(Duration duration) {
        // Duration.toNanos throws beyond 292 years, and "wait forever" is a legitimate thing to say.
        return duration.toSeconds() >= Long.MAX_VALUE / 1_000_000_000L ? Long.MAX_VALUE : duration.toNanos();
    }
}
