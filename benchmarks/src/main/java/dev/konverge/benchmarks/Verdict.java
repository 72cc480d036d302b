package dev.konverge.benchmarks;

import java.util.Locale;

/** What the rounds say about a target. */
public enum Verdict {
    /** It is reached, wherever in its interval the ratio is. */
    MET,
    /** The rounds do not decide: the target is within the interval. */
    OPEN,
    /** It is not reached, wherever in its interval the ratio is. */
    MISSED;

    /** {@return what a report calls it} */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
