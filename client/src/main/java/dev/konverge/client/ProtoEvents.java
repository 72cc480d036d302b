package dev.konverge.client;

import dev.konverge.model.Resource;
import dev.konverge.model.Status;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoReader;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events as protobuf: each is preceded by its length in four bytes. The event itself comes bare, or in the envelope that
 * objects come in; the object in it always has its envelope.
 *
 * <p>Events are decoded where they stand in a buffer, which takes whatever has arrived.
 */
final class ProtoEvents<T extends Resource> implements WatchStream.EventSource<T> {
    private static final byte[] NONE = {};
    private static final int FIRST_BUFFER = 1 << 13;
    private static final int USUAL_BUFFER = 1 << 16;
    private static final int HEAD = 4;

    private final Operation operation;
    private final ResponseStream in;
    private final Format<T> format;
    private final DecodeOptions options;

    /** What is around objects, and objects: each reader meets the like of what it has read before. */
    private final ProtoReader events;

    private final ProtoReader objects;

    /** Empty while nothing comes: a process may have hundreds of watches on which nothing happens. */
    private byte[] buffer = NONE;

    private int from;
    private int to;

    ProtoEvents(Operation operation, ResponseStream body, Format<T> format, DecodeOptions options) {
        this.operation = operation;
        this.in = body;
        this.format = format;
        this.options = options;
        this.events = new ProtoReader(NONE, 0, 0, options);
        this.objects = new ProtoReader(NONE, 0, 0, options);
    }

    @Override
    public @Nullable WatchEvent<T> next() throws IOException {
        if (from == to && !begins()) {
            return null;
        }
        if (!fill(HEAD)) {
            throw new EOFException("the stream ends within the length of an event");
        }
        int length = (buffer[from] & 0xFF) << 24
                | (buffer[from + 1] & 0xFF) << 16
                | (buffer[from + 2] & 0xFF) << 8
                | (buffer[from + 3] & 0xFF);
        if (length < 0 || length > options.limits().maxDocumentBytes()) {
            throw new DecodeException(
                    "an event of " + Integer.toUnsignedString(length) + " bytes is longer than the limit of "
                            + options.limits().maxDocumentBytes() + " bytes",
                    "$",
                    0);
        }
        from += HEAD;
        if (!fill(length)) {
            throw new EOFException("the stream ends within an event");
        }
        int begin = from;
        from += length;
        return event(begin, from);
    }

    /** Waits for the next event without a buffer. {@return whether it begins, false at the end of the stream} */
    private boolean begins() throws IOException {
        if (in.available() == 0) {
            buffer = NONE;
            events.reset(NONE, 0, 0);
            objects.reset(NONE, 0, 0);
        }
        from = 0;
        to = 0;
        return in.awaitByte();
    }

    /** Reads until so many bytes are there. {@return whether they are} */
    private boolean fill(int wanted) throws IOException {
        while (to - from < wanted) {
            makeRoom(wanted);
            int n = in.read(buffer, to, buffer.length - to);
            if (n < 0) {
                return false;
            }
            to += n;
        }
        return true;
    }

    /** The buffer grows with what has come, not with what was announced: a length is quickly said, and the bytes may never come. */
    private void makeRoom(int wanted) {
        if (from + wanted <= buffer.length && to < buffer.length) {
            return;
        }
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        if (buffer.length == 0) {
            buffer = new byte[FIRST_BUFFER];
        } else if (to >= buffer.length / 2) {
            buffer = Arrays.copyOf(buffer, Math.max(USUAL_BUFFER, (int)
                    Math.min(2L * buffer.length, Integer.MAX_VALUE - 8)));
        }
    }

    private WatchEvent<T> event(int begin, int end) {
        ProtoReader reader = events;
        if (ProtoEnvelope.isOne(buffer, begin, end)) {
            ProtoEnvelope.open(buffer, begin, end).turn(reader);
        } else {
            reader.reset(buffer, begin, end);
        }
        String type = "";
        ProtoEnvelope object = null;
        for (int tag = reader.nextTag(); tag != 0; tag = reader.nextTag()) {
            switch (tag >>> 3) {
                case 1 -> type = reader.string(tag);
                case 2 -> object = raw(reader, tag);
                default -> reader.skip(tag);
            }
        }
        if (object == null) {
            throw reader.fail("expected an event with a type and an object");
        }
        return event(type, object);
    }

    /** {@return what is in a RawExtension} */
    private static @Nullable ProtoEnvelope raw(ProtoReader reader, int tag) {
        ProtoEnvelope raw = null;
        int outer = reader.enter(tag);
        for (int t = reader.nextTag(); t != 0; t = reader.nextTag()) {
            if (t >>> 3 == 1) {
                raw = reader.envelope(t);
            } else {
                reader.skip(t);
            }
        }
        reader.exit(outer);
        return raw;
    }

    private WatchEvent<T> event(String type, ProtoEnvelope object) {
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(format.read(object, objects));
            case "MODIFIED" -> new WatchEvent.Modified<>(format.readNewer(object, objects, false));
            case "DELETED" -> new WatchEvent.Deleted<>(format.readNewer(object, objects, true));
            case "BOOKMARK" -> new WatchEvent.Bookmark<>(format.read(object, objects));
            case "ERROR" -> throw Failures.ofStatus(operation, Status.CODEC.readProto(object.content(options)));
            default -> throw new DecodeException("unknown type of event", "$.type", 0);
        };
    }
}
