package dev.konverge.apiserver.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a chore that failed begins anew: later each time, until it gets through. */
final class Retry {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Duration delay = FIRST;
    private @Nullable Instant at;

    /** Takes note of a failure; of several before the next beginning the first counts. */
    void failed(Instant now) {
        if (at == null) {
            at = now.plus(delay);
            Duration doubled = delay.multipliedBy(2);
            delay = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        }
    }

    /** Takes note that there is nothing left to do. */
    void rested() {
        if (at == null) {
            delay = FIRST;
        }
    }

    /** {@return whether it is time}; if so, no more until the next failure. */
    boolean begins(Instant now) {
        if (at == null || at.isAfter(now)) {
            return false;
        }
        at = null;
        return true;
    }

    /** {@return when it will be time, if ever} */
    Optional<Instant> findTime() {
        return Optional.ofNullable(at);
    }
}
