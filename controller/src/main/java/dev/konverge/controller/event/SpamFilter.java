package dev.konverge.controller.event;

import dev.konverge.model.core.v1.ObjectReference;
import java.util.Map;

/**
 * Leaves an object alone for a while about which there is too much to tell: so many events at once pass, and one more now and then (EV-9).
 *
 * <p>Pure: time is passed in. Not safe for use by several threads.
 */
final class SpamFilter {
    /** Who tells about what, and how serious it is: what is counted by (EV-6). */
    record Subject(String component, String instance, ObjectReference object, EventType type) {
        static Subject of(Report report) {
            // Without version and part of the object: they change while the story stays the same.
            ObjectReference object = report.regarding().toBuilder()
                    .resourceVersion(null)
                    .fieldPath(null)
                    .build();
            return new Subject(
                    report.component(),
                    report.instance(),
                    object,
                    report.occurrence().type());
        }
    }

    private final Correlation correlation;
    private final Map<Subject, Tokens> tokens;

    SpamFilter(Correlation correlation) {
        this.correlation = correlation;
        this.tokens = new LruMap<>(correlation.remembered());
    }

    /** {@return whether one more event passes} It is counted, if so. */
    boolean passes(Subject subject, long now) {
        return tokens.computeIfAbsent(subject, key -> new Tokens(correlation, now))
                .take(now);
    }

    /** What an object may still have told about it. */
    private static final class Tokens {
        private final Correlation correlation;
        private double left;
        private long counted;

        Tokens(Correlation correlation, long now) {
            this.correlation = correlation;
            this.left = correlation.burst();
            this.counted = now;
        }

        boolean take(long now) {
            double earned = (double) (now - counted) / correlation.refill().toNanos();
            left = Math.min(correlation.burst(), left + earned);
            counted = now;
            if (left < 1) {
                return false;
            }
            left--;
            return true;
        }
    }
}
