package dev.konverge.client;

import dev.konverge.model.Resource;
import dev.konverge.model.Status;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Events as protobuf: each is preceded by its length in four bytes. The event itself comes bare, or in the envelope that
 * objects come in; the object in it always has its envelope.
 */
final class ProtoEvents<T extends Resource> implements WatchStream.EventSource<T> {
    private final Operation operation;
    private final DataInputStream in;
    private final Format<T> format;
    private final DecodeOptions options;

    ProtoEvents(Operation operation, InputStream body, Format<T> format, DecodeOptions options) {
        this.operation = operation;
        this.in = new DataInputStream(body);
        this.format = format;
        this.options = options;
    }

    @Override
    public @Nullable WatchEvent<T> next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < 0 || length > options.limits().maxDocumentBytes()) {
            throw new DecodeException(
                    "an event of " + Integer.toUnsignedString(length) + " bytes is longer than the limit of "
                            + options.limits().maxDocumentBytes() + " bytes",
                    "$",
                    0);
        }
        // Not readFully into a buffer of that length: a length is quickly said, and the bytes may never come.
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the stream ends within an event");
        }
        return event(frame);
    }

    private WatchEvent<T> event(byte[] frame) {
        ProtoReader reader = ProtoEnvelope.isOne(frame)
                ? ProtoEnvelope.open(frame, 0, frame.length).content(options)
                : new ProtoReader(frame, 0, frame.length, options);
        String type = "";
        byte[] object = null;
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
        return event(type, ProtoEnvelope.open(object, 0, object.length));
    }

    /** {@return the bytes of a RawExtension} */
    private static byte @Nullable [] raw(ProtoReader reader, int tag) {
        byte[] raw = null;
        int outer = reader.enter(tag);
        for (int t = reader.nextTag(); t != 0; t = reader.nextTag()) {
            if (t >>> 3 == 1) {
                raw = reader.bytes(t).toByteArray();
            } else {
                reader.skip(t);
            }
        }
        reader.exit(outer);
        return raw;
    }

    private WatchEvent<T> event(String type, ProtoEnvelope object) {
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(format.read(object, options));
            case "MODIFIED" -> new WatchEvent.Modified<>(format.read(object, options));
            case "DELETED" -> new WatchEvent.Deleted<>(format.read(object, options));
            case "BOOKMARK" -> new WatchEvent.Bookmark<>(format.read(object, options));
            case "ERROR" -> throw Failures.ofStatus(operation, Status.CODEC.readProto(object.content(options)));
            default -> throw new DecodeException("unknown type of event", "$.type", 0);
        };
    }
}
