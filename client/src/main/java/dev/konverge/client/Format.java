package dev.konverge.client;

import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoLists;
import dev.konverge.model.codec.ProtoReader;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * How objects of a type travel: which media types are asked for, and how bodies are read and written (RC-7 to RC-10).
 *
 * @param type the type
 * @param proto the codec for protobuf, null where it is not used
 * @param as what the server is to make of the objects, such as {@code PartialObjectMetadata}; empty for the objects
 *     themselves
 */
record Format<T extends Resource>(
        ResourceType<T> type, @Nullable ProtoCodec<T> proto, String as) {
    private static final String JSON = "application/json";

    static <T extends Resource> Format<T> of(ResourceType<T> type, Encoding encoding) {
        return new Format<>(
                type, encoding == Encoding.PROTOBUF && type.codec() instanceof ProtoCodec<T> codec ? codec : null, "");
    }

    /** {@return the format of what the server makes of objects on request} */
    static <T extends Resource> Format<T> as(ResourceType<T> type) {
        return new Format<>(type, null, type.kind());
    }

    static String acceptJson() {
        return JSON + ", */*";
    }

    String contentType() {
        return proto == null ? JSON : ProtoEnvelope.MEDIA_TYPE;
    }

    String accept() {
        return accept("");
    }

    String acceptList() {
        return accept("List");
    }

    private String accept(String suffix) {
        if (!as.isEmpty()) {
            return JSON + ";as=" + as + suffix + ";g=" + type.group() + ";v=" + type.version() + ',' + JSON;
        }
        return proto == null ? acceptJson() : ProtoEnvelope.MEDIA_TYPE + ',' + JSON;
    }

    byte[] write(T object) {
        if (proto != null) {
            return ProtoEnvelope.seal(type.apiVersion(), type.kind(), object, proto);
        }
        JsonWriter out = new JsonWriter();
        type.codec().write(object, out);
        return out.toByteArray();
    }

    T read(String contentType, byte[] body, DecodeOptions options) {
        if (ProtoEnvelope.isOne(body)) {
            return read(ProtoEnvelope.open(body, 0, body.length), new ProtoReader(body, 0, 0, options));
        }
        requireJson(contentType);
        JsonReader in = new JsonReader(body, options);
        T object = type.codec().read(in);
        in.expectEnd();
        return object;
    }

    /** {@return the object in an envelope, which must be of this type, as the reader reads it} */
    T read(ProtoEnvelope envelope, ProtoReader reader) {
        ProtoCodec<T> codec = codecFor(envelope);
        envelope.turn(reader);
        return codec.readProto(reader);
    }

    /** {@return the same of a newer state of an object, or its last one} */
    T readNewer(ProtoEnvelope envelope, ProtoReader reader, boolean isLast) {
        ProtoCodec<T> codec = codecFor(envelope);
        envelope.turn(reader);
        return reader.readNewer(codec, isLast);
    }

    private ProtoCodec<T> codecFor(ProtoEnvelope envelope) {
        if (!(type.codec() instanceof ProtoCodec<T> codec)) {
            throw new DecodeException(type + " has no protobuf form", "$", 0);
        }
        if (!envelope.kind().equals(type.kind()) || !envelope.apiVersion().equals(type.apiVersion())) {
            throw new DecodeException(
                    "expected a " + type.apiVersion() + ' ' + type.kind() + " but found another kind", "$", 0);
        }
        return codec;
    }

    ResourceList<T> readList(Operation operation, HttpResponse response, DecodeOptions options) {
        String contentType = response.headers().first("Content-Type").orElse("");
        try (ResponseStream body = new ResponseStream(operation, response)) {
            try {
                return readList(contentType, body, options);
            } catch (DecodeException e) {
                Failures.status(contentType, body.head()).ifPresent(status -> {
                    throw Failures.ofStatus(operation, status);
                });
                throw Failures.undecodable(operation, response.status(), contentType, body.head(), e);
            } catch (IOException e) {
                throw body.broken(e);
            }
        }
    }

    ResourceList<T> readList(String contentType, InputStream body, DecodeOptions options) throws IOException {
        if (contentType.startsWith(ProtoEnvelope.MEDIA_TYPE)) {
            return ProtoLists.read(body.readAllBytes(), type, options);
        }
        // What is not JSON fails at its first byte, which tells more than its content type would.
        return JsonLists.read(body, type, options);
    }

    static void requireJson(String contentType) {
        if (!contentType.isEmpty() && !contentType.contains("json")) {
            throw new DecodeException("expected JSON but the content type is " + contentType, "$", 0);
        }
    }
}
