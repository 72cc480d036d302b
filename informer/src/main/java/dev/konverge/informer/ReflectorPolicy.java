package dev.konverge.informer;

import java.time.Duration;

/**
 * What a reflector goes by: how it asks, and how long it waits.
 *
 * @param streaming whether the initial state is asked for as a stream of events (watch-list) where the server offers it; else,
 *     and where it does not, it is listed in pages
 * @param pageSize how many objects a page of a list has; 0 to choose by the kind of list (RF-11)
 * @param minWatchTimeout how long a watch lasts at least; at most twice that. Never less than five minutes (RF-3)
 * @param backoff how long pauses are
 * @param internalErrorRetry for how long a watch that fails with an internal error is opened again at once; zero for never
 * @param selfCheckPeriod how often the copy is compared with the server, at the end of a watch; zero for never
 */
public record ReflectorPolicy(
        boolean streaming,
        int pageSize,
        Duration minWatchTimeout,
        ReflectorBackoff backoff,
        Duration internalErrorRetry,
        Duration selfCheckPeriod) {
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);

    /** client-go's numbers, with a look at the server every half hour. */
    public static final ReflectorPolicy STANDARD = new ReflectorPolicy(
            true, 0, SHORTEST_WATCH, ReflectorBackoff.STANDARD, Duration.ZERO, Duration.ofMinutes(30));

    /** Refuses negative numbers; lengthens watches that would be shorter than five minutes. */
    public ReflectorPolicy {
        if (pageSize < 0 || internalErrorRetry.isNegative() || selfCheckPeriod.isNegative()) {
            throw new IllegalArgumentException(
                    "no negative numbers: " + pageSize + ", " + internalErrorRetry + ", " + selfCheckPeriod);
        }
        minWatchTimeout = minWatchTimeout.compareTo(SHORTEST_WATCH) > 0 ? minWatchTimeout : SHORTEST_WATCH;
    }

    /** {@return this policy with the initial state as a stream of events, or as a list} */
    public ReflectorPolicy withStreaming(boolean streaming) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }

    /** {@return this policy with pages of another size; 0 to choose by the kind of list} */
    public ReflectorPolicy withPageSize(int pageSize) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }

    /** {@return this policy with watches that last at least so long; five minutes if that is less} */
    public ReflectorPolicy withMinWatchTimeout(Duration minWatchTimeout) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }

    /** {@return this policy with other pauses} */
    public ReflectorPolicy withBackoff(ReflectorBackoff backoff) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }

    /** {@return this policy with watches opened again at once after internal errors, for so long} */
    public ReflectorPolicy withInternalErrorRetry(Duration internalErrorRetry) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }

    /** {@return this policy with another time between two comparisons with the server; zero for none} */
    public ReflectorPolicy withSelfCheckPeriod(Duration selfCheckPeriod) {
        return new ReflectorPolicy(streaming, pageSize, minWatchTimeout, backoff, internalErrorRetry, selfCheckPeriod);
    }
}
