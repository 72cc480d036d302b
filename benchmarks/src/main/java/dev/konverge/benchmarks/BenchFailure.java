package dev.konverge.benchmarks;

import org.jspecify.annotations.Nullable;

/** A contender that did not come to its end. The message names it and ends with what it wrote. */
public final class BenchFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure of a contender. */
    public BenchFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
