package dev.konverge.benchmarks;

import org.jspecify.annotations.Nullable;

/** Where results go that nobody needs: the compiler must not find out, or it leaves out the work that made them. */
public final class Sink {
    // Written by the thread that measures, read by nobody.
    @SuppressWarnings("unused") // that is its use
    private volatile @Nullable Object last;

    Sink() {}

    /** Takes a result. */
    public void keep(Object result) {
        last = result;
    }
}
