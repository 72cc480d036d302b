package dev.konverge.benchmarks;

/** Which of two figures of a row is the better one. */
public enum Better {
    /** A rate: more is better. */
    HIGHER,
    /** A cost: less is better. */
    LOWER;

    /** {@return how many times {@code ours} is ahead of {@code theirs}: above 1 it is ahead, below 1 behind} */
    double ratio(double ours, double theirs) {
        return this == HIGHER ? ours / theirs : theirs / ours;
    }

    String word() {
        return this == HIGHER ? "higher" : "lower";
    }
}
