package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a reflector pauses before it asks a server again: longer each time, up to a limit, and from the start again every
 * now and then.
 *
 * <p>The reset is periodic, not a reward for quiet: it bounds how long an outage that is over keeps the pauses long, and a
 * server that fails all the time is asked at short intervals once in a while.
 *
 * @param first the first pause
 * @param factor by how much each pause is longer than the one before
 * @param longest what no pause exceeds, before jitter
 * @param jitter by how much of its length a pause may be longer, at random
 * @param reset after which time the pauses are short again
 */
public record ReflectorBackoff(Duration first, double factor, Duration longest, double jitter, Duration reset) {
    /** client-go's numbers: 0.8 s, doubled up to 30 s, each up to twice as long at random, reset every two minutes (RF-4). */
    public static final ReflectorBackoff STANDARD =
            new ReflectorBackoff(Duration.ofMillis(800), 2, Duration.ofSeconds(30), 1.0, Duration.ofMinutes(2));

    /** Refuses what makes no sense. */
    public ReflectorBackoff {
        if (first.isNegative() || longest.isNegative() || reset.isNegative() || !(factor >= 1) || !(jitter >= 0)) {
            throw new IllegalArgumentException("a backoff grows and has no negative numbers: " + first + ", " + factor
                    + ", " + longest + ", " + jitter + ", " + reset);
        }
    }

    /** {@return this backoff with pauses that grow longer, if it has none as long} */
    ReflectorBackoff withLongest(Duration other) {
        return new ReflectorBackoff(first, factor, longest.compareTo(other) < 0 ? other : longest, jitter, reset);
    }

    /**
     * How far the pauses have come.
     *
     * @param pauses how many there were since the last reset
     * @param since when that was, in terms of {@link dev.konverge.base.Clock#nanoTime()}
     */
    record Progress(int pauses, long since) {
        /** {@return where to stand for the next pause, after a reset if one is due (RF-5)} */
        Progress at(long now, ReflectorBackoff backoff) {
            return now > Clock.deadline(since, backoff.reset) ? new Progress(0, now) : this;
        }

        Progress next() {
            return new Progress(pauses + 1, since);
        }
    }

    /** {@return the pause after so many others} */
    Duration pause(int pauses, RandomGenerator random) {
        double nanos = Math.min(nanosOf(first) * Math.pow(factor, pauses), nanosOf(longest));
        return Duration.ofNanos((long) (nanos * (1 + jitter * random.nextDouble())));
    }

    /** For ever is a long time, and no overflow. */
    private static double nanosOf(Duration duration) {
        return (double) Clock.deadline(0, duration);
    }
}
