package dev.konverge.benchmarks.growth;

import org.jspecify.annotations.Nullable;

/** Work that can be done at any size, again and again. */
interface Job {
    /** Makes ready what the work at that size needs; this is not measured. */
    Prepared prepare(int size) throws Exception;

    /** Work that is ready to be done. Closing takes away what it left; that is not measured either. */
    interface Prepared extends AutoCloseable {
        /** Does it. {@return what it has made, if that is what counts} */
        @Nullable
        Object run() throws Exception;

        /** {@return whether it can be done again: to make everything ready anew may take far longer than the work} */
        default boolean lasts() {
            return false;
        }

        @Override
        default void close() {}

        /** {@return work that can be done again and again} */
        static Prepared lasting(Prepared work) {
            return new Prepared() {
                @Override
                public @Nullable Object run() throws Exception {
                    return work.run();
                }

                @Override
                public boolean lasts() {
                    return true;
                }

                @Override
                public void close() {
                    work.close();
                }
            };
        }
    }
}
