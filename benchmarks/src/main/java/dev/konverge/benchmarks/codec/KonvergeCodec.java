package dev.konverge.benchmarks.codec;

import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.core.v1.Pod;
import java.util.List;

/**
 * Our own. A stream shares what its documents have in common, as an informer's does; without that every pod is made from
 * its own document alone, as a single read is.
 */
final class KonvergeCodec implements PodCodec<Pod> {
    private static final byte[] NOTHING = {};

    private final boolean sharing;
    private final JsonWriter writer = new JsonWriter();

    KonvergeCodec(boolean sharing) {
        this.sharing = sharing;
    }

    @Override
    public Stream<Pod> open(boolean managedFields) {
        DecodeOptions options = DecodeOptions.STANDARD.withManagedFields(managedFields);
        return new Documents(new JsonReader(NOTHING, sharing ? options.withSharing() : options));
    }

    /** Holds the reader, and with it what it shares, as long as somebody holds the stream. */
    private record Documents(JsonReader reader) implements Stream<Pod> {
        @Override
        public Pod read(byte[] document) {
            reader.reset(document, 0, document.length);
            Pod pod = Pod.CODEC.read(reader);
            reader.expectEnd();
            return pod;
        }
    }

    @Override
    public List<Pod> readList(byte[] document) {
        return JsonLists.read(document, Pod.TYPE, DecodeOptions.STANDARD.withSharing())
                .items();
    }

    @Override
    public byte[] write(Pod pod) {
        writer.clear();
        Pod.CODEC.write(pod, writer);
        return writer.toByteArray();
    }
}
