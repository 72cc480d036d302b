package dev.konverge.model;

import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.RecordCodec;
import dev.konverge.model.codec.Sharing;

/** Objects from bytes and back. YAML is {@link Yaml}'s business. */
public final class Resources {
    private Resources() {}

    /**
     * {@return the object in a JSON document}
     *
     * @throws DecodeException if the document is not an object of that kind
     */
    public static <T extends Resource> T fromJson(byte[] document, ResourceType<T> type) {
        JsonReader in = new JsonReader(document, DecodeOptions.STANDARD);
        T object = type.codec().read(in);
        in.expectEnd();
        return object;
    }

    /** {@return an object as JSON, as Kubernetes writes it} */
    public static <T extends Resource> byte[] toJson(T object) {
        JsonWriter out = new JsonWriter();
        typeOf(object).codec().write(object, out);
        return out.toByteArray();
    }

    /**
     * {@return the object in a Kubernetes protobuf message}
     *
     * @throws DecodeException if the message does not hold an object of that kind
     * @throws IllegalArgumentException if the kind has no protobuf form
     */
    public static <T extends Resource> T fromProto(byte[] message, ResourceType<T> type) {
        ProtoEnvelope envelope = ProtoEnvelope.open(message, 0, message.length);
        if (!envelope.kind().equals(type.kind()) || !envelope.apiVersion().equals(type.apiVersion())) {
            throw new DecodeException(
                    "expected a " + type.apiVersion() + " " + type.kind() + " but found another kind", "$", 0);
        }
        return protoCodec(type).readProto(envelope.content(DecodeOptions.STANDARD));
    }

    /**
     * {@return an object as a Kubernetes protobuf message}
     *
     * @throws IllegalArgumentException if the kind has no protobuf form
     */
    public static <T extends Resource> byte[] toProto(T object) {
        ResourceType<T> type = typeOf(object);
        return ProtoEnvelope.seal(type.apiVersion(), type.kind(), object, protoCodec(type));
    }

    /** {@return whether objects of the kind can be sent as protobuf: built-in kinds can, custom ones cannot} */
    public static boolean hasProto(ResourceType<?> type) {
        return type.codec() instanceof ProtoCodec<?>;
    }

    private static <T extends Resource> ProtoCodec<T> protoCodec(ResourceType<T> type) {
        if (type.codec() instanceof ProtoCodec<T> codec) {
            return codec;
        }
        throw new IllegalArgumentException(
                type.apiVersion() + " " + type.kind() + " has no protobuf form; send it as JSON");
    }

    /**
     * {@return a newer state of an object, made of the parts of an older one wherever they are written alike; the older one if all are}
     *
     * <p>It says what the newer one says. Whoever keeps it and lets the older one go keeps what has changed and no more, and whoever has both can tell
     * by comparing references what has not. A kind with a codec of one's own is left as it is.
     */
    public static <T extends Resource> T renewed(T newer, T older) {
        return newer.getClass().equals(older.getClass()) && typeOf(newer).codec() instanceof RecordCodec<T> codec
                ? codec.renewed(newer, older)
                : newer;
    }

    /**
     * {@return the same of an object that was read with that memory} What is kept of the older state is what the next one that is read with it is made of
     * where it stays as it is. Another thread may read meanwhile.
     */
    public static <T extends Resource> T renewed(T newer, T older, Sharing sharing) {
        return newer.getClass().equals(older.getClass()) && typeOf(newer).codec() instanceof RecordCodec<T> codec
                ? codec.renewed(newer, older, sharing)
                : newer;
    }

    @SuppressWarnings("unchecked") // an object's type is that of the object
    private static <T extends Resource> ResourceType<T> typeOf(T object) {
        return (ResourceType<T>) object.resourceType();
    }
}
