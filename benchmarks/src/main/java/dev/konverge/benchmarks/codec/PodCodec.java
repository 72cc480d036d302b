package dev.konverge.benchmarks.codec;

import java.util.List;

/**
 * How a library reads and writes pods, in the way its own client does it.
 *
 * @param <P> its pod
 */
interface PodCodec<P> {
    /** Reads the documents of one stream, such as a watch, one after the other. */
    @FunctionalInterface
    interface Stream<P> {
        P read(byte[] document);
    }

    /** {@return a new stream that keeps the managed fields, or drops them in the cheapest way the library has} */
    Stream<P> open(boolean managedFields);

    /** {@return the pods of a list} */
    List<P> readList(byte[] document);

    /** {@return the pod as UTF-8 bytes} */
    byte[] write(P pod);
}
