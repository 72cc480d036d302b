package dev.konverge.benchmarks.growth;

import org.jspecify.annotations.Nullable;

/** Work that can be done at any size, again and again. */
interface Job {
    /** Makes ready what the work at that size needs; this is not measured. */
    Prepared prepare(int size) throws Exception;

    /** Work that is ready to be done once. Closing takes away what it left; that is not measured either. */
    interface Prepared extends AutoCloseable {
        /** Does it. {@return what it has made, if that is what counts} */
        @Nullable
        Object run() throws Exception;

        @Override
        default void close() {}
    }
}
