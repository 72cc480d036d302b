package dev.konverge.benchmarks;

import java.util.OptionalDouble;

/**
 * What is so in every round because somebody says so: something that is wanted.
 *
 * @param value the value
 */
public record Given(double value) implements Figure {
    @Override
    public double median() {
        return value;
    }

    @Override
    public double low() {
        return value;
    }

    @Override
    public double high() {
        return value;
    }

    @Override
    public int rounds() {
        return 0;
    }

    @Override
    public OptionalDouble in(int round) {
        return OptionalDouble.of(value);
    }
}
