package dev.konverge.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What several rounds measured of one thing.
 *
 * @param values the values by the number of the round, which says what of another contender was measured next to them
 */
public record Measured(SortedMap<Integer, Double> values) implements Figure {
    /** Copies its argument. */
    public Measured {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        if (values.isEmpty() || !values.values().stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("a figure needs values, all of them finite, not " + values.values());
        }
    }

    @Override
    public double median() {
        return median(List.copyOf(values.values()));
    }

    @Override
    public double low() {
        return Collections.min(values.values());
    }

    @Override
    public double high() {
        return Collections.max(values.values());
    }

    @Override
    public int rounds() {
        return values.size();
    }

    @Override
    public OptionalDouble in(int round) {
        Double value = values.get(round);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
