package dev.konverge.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** One figure of a row: measured in rounds, or given without measuring. */
public sealed interface Figure permits Measured, Given {
    /** {@return the middle value, or the mean of the two middle ones} */
    double median();

    /** {@return the smallest value} */
    double low();

    /** {@return the largest value} */
    double high();

    /** {@return how often it was measured; 0 if it was not} */
    int rounds();

    /** {@return its value in that round, if there is one} */
    OptionalDouble in(int round);

    /** {@return half the distance between the extremes, as a share of the median: 0.02 for "give or take 2 %"} */
    default double spread() {
        return median() == 0 ? 0 : (high() - low()) / 2 / Math.abs(median());
    }

    /** {@return the spread in words, to be put behind the figure} */
    default String precision() {
        return switch (this) {
            case Given wanted -> "";
            case Measured measured when measured.rounds() == 1 -> " once";
            case Measured measured -> String.format(Locale.ROOT, " ±%.0f %%", measured.spread() * 100);
        };
    }

    /**
     * {@return the figure of these values, one a round}
     *
     * @throws IllegalArgumentException if there is none, or one that is not a finite number
     */
    static Measured of(List<Double> values) {
        var byRound = new TreeMap<Integer, Double>();
        values.forEach(value -> byRound.put(byRound.size(), value));
        return new Measured(byRound);
    }
}
