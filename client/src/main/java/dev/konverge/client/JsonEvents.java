package dev.konverge.client;

import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.Status;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonStream;
import dev.konverge.model.codec.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events as JSON objects, one behind the other: {@code {"type":"ADDED","object":{…}}}. */
final class JsonEvents<T extends Resource> implements WatchStream.EventSource<T> {
    private static final FieldNames NAMES = FieldNames.of("type", "object");

    private final Operation operation;
    private final EventCodec<T> codec;
    private final JsonStream stream;

    JsonEvents(Operation operation, ResponseStream body, Codec<T> codec, DecodeOptions options) {
        this.operation = operation;
        this.codec = new EventCodec<>(codec, options);
        this.stream = new JsonStream(body, options);
    }

    @Override
    public @Nullable WatchEvent<T> next() throws IOException {
        Envelope<T> envelope = stream.next(codec).orElse(null);
        if (envelope == null) {
            return null;
        }
        return switch (envelope) {
            case Envelope.Change<T> change -> change.event();
            case Envelope.Failure<T> failure -> throw Failures.ofStatus(operation, failure.status());
        };
    }

    /** What an event says: a change, or that there will be no more of them. */
    private sealed interface Envelope<T extends Resource> {
        record Change<T extends Resource>(WatchEvent<T> event) implements Envelope<T> {}

        record Failure<T extends Resource>(Status status) implements Envelope<T> {}
    }

    /**
     * Servers send the type first, and then the object is decoded where it stands. Nobody promises it, so an object that
     * comes before its type is kept as it is until the type is known.
     */
    private record EventCodec<T extends Resource>(Codec<T> objects, DecodeOptions options)
            implements Codec<Envelope<T>> {
        @Override
        public Envelope<T> read(JsonReader in) {
            String type = null;
            RawJson early = null;
            Envelope<T> envelope = null;
            if (!in.beginObject(0)) {
                throw in.fail("expected an event");
            }
            for (int f = in.firstField(NAMES); f != FieldNames.END; f = in.nextField(NAMES)) {
                switch (f) {
                    case 0 -> type = in.readText();
                    case 1 -> {
                        if (type == null) {
                            early = in.readRaw();
                        } else {
                            envelope = envelope(type, in);
                        }
                    }
                    default -> in.skipValue();
                }
            }
            if (early != null && type != null) {
                envelope = envelope(type, new JsonReader(early.toByteArray(), options));
            }
            if (envelope == null) {
                throw in.fail("expected an event with a type and an object");
            }
            return envelope;
        }

        private Envelope<T> envelope(String type, JsonReader in) {
            return switch (type) {
                case "ADDED" -> new Envelope.Change<>(new WatchEvent.Added<>(objects.read(in)));
                case "MODIFIED" -> new Envelope.Change<>(new WatchEvent.Modified<>(in.readNewer(objects, false)));
                case "DELETED" -> new Envelope.Change<>(new WatchEvent.Deleted<>(in.readNewer(objects, true)));
                case "BOOKMARK" -> new Envelope.Change<>(new WatchEvent.Bookmark<>(objects.read(in)));
                case "ERROR" -> new Envelope.Failure<>(Status.CODEC.read(in));
                default -> throw in.fail("unknown type of event");
            };
        }

        @Override
        public void write(Envelope<T> value, JsonWriter out) {
            throw new UnsupportedOperationException("events are only read");
        }
    }
}
