package dev.konverge.apiserver.cel;

/** Between what bounds a cost or a size will be; the upper one is {@link Long#MAX_VALUE} if there is none. */
record Estimate(long min, long max) {
    static final Estimate NOTHING = new Estimate(0, 0);
    static final Estimate ONE = new Estimate(1, 1);
    static final Estimate UNKNOWN = new Estimate(0, Long.MAX_VALUE);

    static Estimate exactly(long amount) {
        return new Estimate(amount, amount);
    }

    Estimate plus(Estimate other) {
        return new Estimate(sum(min, other.min), sum(max, other.max));
    }

    Estimate times(Estimate other) {
        return new Estimate(product(min, other.min), product(max, other.max));
    }

    Estimate scaled(double factor) {
        return new Estimate(scaled(min, factor), scaled(max, factor));
    }

    Estimate or(Estimate other) {
        return new Estimate(Math.min(min, other.min), Math.max(max, other.max));
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    static long product(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private static long scaled(long amount, double factor) {
        // A bound that is none stays none: the scaled number would look like one.
        double product = Math.ceil(amount * factor);
        return (amount == Long.MAX_VALUE && factor >= 1) || product >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) product;
    }
}
