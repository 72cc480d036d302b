package dev.konverge.benchmarks;

import java.util.List;

/**
 * What several rounds measured of one thing.
 *
 * @param median the middle value, or the mean of the two middle ones
 * @param low the smallest value
 * @param high the largest value
 * @param rounds how many there were
 */
public record Figure(double median, double low, double high, int rounds) {
    /**
     * {@return the figure of these values}
     *
     * @throws IllegalArgumentException if there is none, or one that is not a finite number
     */
    public static Figure of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double low = sorted[0];
        double high = sorted[sorted.length - 1];
        if (!Double.isFinite(low) || !Double.isFinite(high)) {
            throw new IllegalArgumentException("not all of these are numbers: " + values);
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Figure(median, low, high, sorted.length);
    }

    /** {@return half the distance between the extremes, as a share of the median: 0.02 for "give or take 2 %"} */
    public double spread() {
        return median == 0 ? 0 : (high - low) / 2 / Math.abs(median);
    }
}
