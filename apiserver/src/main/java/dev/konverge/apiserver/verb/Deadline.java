package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.base.Clock;
import java.time.Duration;

/**
 * Until when a write has to be done.
 *
 * @param clock tells the time
 * @param at when, in terms of the clock
 */
record Deadline(Clock clock, long at) {
    /** No write takes longer, whatever its client has asked for. */
    private static final Duration LONGEST = Duration.ofSeconds(34);

    /**
     * {@return that of a write}
     *
     * @param timeout what its client has asked for, empty for nothing
     * @param begun when it began
     */
    static Deadline of(String timeout, Clock clock, long begun) {
        Duration asked = timeout.isEmpty() ? Duration.ZERO : GoDuration.parse(timeout);
        boolean usual = !asked.isPositive() || asked.compareTo(LONGEST) > 0;
        return new Deadline(clock, Clock.deadline(begun, usual ? LONGEST : asked));
    }

    /** {@return that of a write that may take any time} */
    static Deadline never(Clock clock) {
        return new Deadline(clock, Clock.NEVER);
    }

    /** {@return the time that is left}, none or less if it is over */
    Duration left() {
        return Duration.ofNanos(at - clock.nanoTime());
    }

    /**
     * Lets a write go on.
     *
     * @throws dev.konverge.apiserver.failure.StatusException 504 if its time is over
     */
    void require() {
        if (!left().isPositive()) {
            throw Failures.outOfTime();
        }
    }
}
