package dev.konverge.base;

import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * SplitMix64 over one atomic counter: many threads may draw, and a single thread always draws the same numbers from a seed.
 */
final class SharedRandom implements RandomGenerator {
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    private final AtomicLong state;

    SharedRandom(long seed) {
        this.state = new AtomicLong(seed);
    }

    @Override
    public long nextLong() {
        long z = state.addAndGet(GOLDEN_GAMMA);
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
