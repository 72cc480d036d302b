package dev.konverge.informer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often an informer looks whether a handler wants a resync, and how often each handler gets one (RS-1 to RS-5). Not safe
 * for use by several threads.
 */
final class ResyncPeriods {
    private static final GuardedLog LOG = GuardedLog.of(ResyncPeriods.class);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Duration standard;
    private Duration check;
    private boolean fixed;

    /** @param standard the period of handlers that do not say; zero if there are no resyncs at all */
    ResyncPeriods(Duration standard) {
        this.standard = standard;
        this.check = standard;
    }

    /**
     * {@return a period that somebody asks for}
     *
     * @throws IllegalArgumentException if it is negative
     */
    static Duration checked(Duration period) {
        if (period.isNegative()) {
            throw new IllegalArgumentException("a resync period is not negative: " + period);
        }
        return period;
    }

    /** {@return how often to look} */
    Duration check() {
        return check;
    }

    /** From now on the informer's pace does not change any more. */
    void fix() {
        fixed = true;
    }

    /**
     * {@return the period that a handler asks for, as far as it can be had} May make the informer look more often.
     *
     * @param asked null for the standard
     */
    Duration admit(@Nullable Duration asked) {
        Duration wanted = asked == null ? standard : asked;
        if (wanted.isZero()) {
            return Duration.ZERO;
        }
        if (wanted.compareTo(SHORTEST) < 0) {
            warn("a resync period is too short", wanted, SHORTEST);
            wanted = SHORTEST;
        }
        if (check.isZero()) {
            warn("the informer does not resync, so its handlers cannot", wanted, Duration.ZERO);
        } else if (wanted.compareTo(check) < 0) {
            if (fixed) {
                warn("the informer has started with a longer resync period", wanted, check);
                wanted = check;
            } else {
                check = wanted;
            }
        }
        return wanted;
    }

    /** {@return how often a handler that was admitted with a period gets a resync at the current pace} */
    Duration effective(Duration admitted) {
        if (admitted.isZero() || check.isZero()) {
            return Duration.ZERO;
        }
        return admitted.compareTo(check) < 0 ? check : admitted;
    }

    private static void warn(String message, Duration wanted, Duration instead) {
        LOG.warn(message, line -> line.addKeyValue("wanted", wanted).addKeyValue("instead", instead));
    }
}
