package dev.konverge.benchmarks.codec;

import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Sink;
import java.util.function.Supplier;

/**
 * Reads the documents of a corpus as one stream, again and again. Each time it is a new stream, which has seen none of them:
 * what the documents share with each other may help, what they share with their own copies must not.
 */
final class StreamReading implements Repeated.Batch {
    private final Supplier<PodCodec.Stream<?>> streams;
    private final byte[][] documents;
    private PodCodec.Stream<?> stream;
    private int next;

    StreamReading(Supplier<PodCodec.Stream<?>> streams, byte[][] documents) {
        this.streams = streams;
        this.documents = documents;
        this.stream = streams.get();
    }

    @Override
    public int run(Sink sink) {
        for (int i = 0; i < CodecWorkloads.FEW; i++) {
            if (next == documents.length) {
                next = 0;
                stream = streams.get();
            }
            sink.keep(stream.read(documents[next++]));
        }
        return CodecWorkloads.FEW;
    }
}
