package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/** The times of the claims that are open, eldest first, for the figures that are made of them. */
final class OpenClaims {
    /** When a key was asked for, and when it was handed out. */
    static final class Times {
        final long addedAt;
        final long startedAt;
        private @Nullable Times earlier;
        private @Nullable Times later;

        private Times(long addedAt, long startedAt) {
            this.addedAt = addedAt;
            this.startedAt = startedAt;
        }
    }

    private @Nullable Times eldest;
    private @Nullable Times youngest;
    private int count;

    /** Of all {@code startedAt}. May run over; what is made of it is right again as long as itself does not. */
    private long sum;

    Times open(long addedAt, long now) {
        var times = new Times(addedAt, now);
        times.earlier = youngest;
        if (youngest == null) {
            eldest = times;
        } else {
            youngest.later = times;
        }
        youngest = times;
        count++;
        sum += now;
        return times;
    }

    void close(Times times) {
        if (times.earlier == null) {
            eldest = times.later;
        } else {
            times.earlier.later = times.later;
        }
        if (times.later == null) {
            youngest = times.earlier;
        } else {
            times.later.earlier = times.earlier;
        }
        count--;
        sum -= times.startedAt;
    }

    /** The sum of the ages, in nanoseconds. */
    long totalAge(long now) {
        return count * now - sum;
    }

    /** The age of the eldest, in nanoseconds; zero if there is none. */
    long longestAge(long now) {
        return eldest == null ? 0 : now - eldest.startedAt;
    }
}
