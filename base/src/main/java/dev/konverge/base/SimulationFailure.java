package dev.konverge.base;

/** A simulation that failed. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    private final long seed;

    SimulationFailure(long seed, Throwable cause) {
        super("simulation with seed " + seed + " failed: " + cause, cause);
        this.seed = seed;
    }

    /** {@return what repeats the run} */
    public long seed() {
        return seed;
    }
}
