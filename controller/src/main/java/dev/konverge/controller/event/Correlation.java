package dev.konverge.controller.event;

import java.time.Duration;

/**
 * How a stream of events is thinned out before it goes to an API.
 *
 * @param remembered how many different events, groups of them and objects are remembered, in each of eight lanes
 * @param similar from how many different messages on events that are alike otherwise are told as one; only for the core API, as the
 *     other makes series of such
 * @param forgetAfter after what pause such a group starts over
 * @param burst how many events about one object pass at once
 * @param refill how long it takes until one more passes
 */
public record Correlation(int remembered, int similar, Duration forgetAfter, int burst, Duration refill) {
    /** What client-go does: 4096, 10, 10 minutes, 25, 5 minutes. */
    public static final Correlation STANDARD =
            new Correlation(4096, 10, Duration.ofMinutes(10), 25, Duration.ofMinutes(5));

    /** Refuses what would let nothing pass. */
    public Correlation {
        if (remembered < 1 || similar < 2 || burst < 1 || refill.isNegative() || refill.isZero()) {
            throw new IllegalArgumentException("a correlation that lets no event pass: remembered " + remembered
                    + ", similar " + similar + ", burst " + burst + ", refill " + refill);
        }
    }

    /** {@return this correlation with another limit for each object} */
    public Correlation withSpamFilter(int burst, Duration refill) {
        return new Correlation(remembered, similar, forgetAfter, burst, refill);
    }

    /** {@return this correlation with another rule for what is told as one} */
    public Correlation withAggregation(int similar, Duration forgetAfter) {
        return new Correlation(remembered, similar, forgetAfter, burst, refill);
    }
}
