package dev.konverge.benchmarks.growth;

import java.util.List;

/** The law {@code cost = factor · size^exponent} that fits some measurements best. */
final class PowerLaw {
    /**
     * One measurement.
     *
     * @param size of what
     * @param cost in any unit
     */
    record Point(double size, double cost) {
        Point {
            if (size <= 0 || cost <= 0) {
                throw new IllegalArgumentException("a size and its cost are above 0, not " + size + " and " + cost);
            }
        }
    }

    private PowerLaw() {}

    /** {@return the exponent}: the slope of the straight line through the logarithms, by least squares */
    static double exponent(List<Point> points) {
        if (points.size() < 2) {
            throw new IllegalArgumentException("a line needs two points, not " + points.size());
        }
        double meanSize =
                points.stream().mapToDouble(p -> Math.log(p.size)).average().orElseThrow();
        double meanCost =
                points.stream().mapToDouble(p -> Math.log(p.cost)).average().orElseThrow();
        double covariance = 0;
        double variance = 0;
        for (Point point : points) {
            double size = Math.log(point.size) - meanSize;
            covariance += size * (Math.log(point.cost) - meanCost);
            variance += size * size;
        }
        return covariance / variance;
    }
}
