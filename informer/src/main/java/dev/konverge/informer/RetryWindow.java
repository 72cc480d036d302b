package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;

/**
 * For how long a watch that fails with an internal error is opened again at once, instead of listing anew (RF-40).
 *
 * @param first when the first error of the window came, or {@link #NONE}
 * @param last when the last one came
 */
record RetryWindow(long first, long last) {
    private static final long NONE = -1;
    private static final Duration QUIET = Duration.ofMinutes(1);

    /** No error yet. */
    static final RetryWindow CLOSED = new RetryWindow(NONE, NONE);

    /** {@return the window after one more error} */
    RetryWindow error(long now, Duration limit) {
        boolean fresh = first == NONE || now - last >= QUIET.toNanos();
        RetryWindow after = new RetryWindow(fresh ? now : first, now);
        return after.allows(limit) ? after : CLOSED;
    }

    /** {@return whether the error that led to this window may be answered with another watch} */
    boolean isOpen() {
        return first != NONE;
    }

    private boolean allows(Duration limit) {
        return !limit.isZero() && last <= Clock.deadline(first, limit);
    }
}
