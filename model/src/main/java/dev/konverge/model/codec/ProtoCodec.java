package dev.konverge.model.codec;

/**
 * A codec of a type that can also be sent as protobuf: every built-in type, no custom one.
 *
 * @param <T> the type
 */
public interface ProtoCodec<T> extends Codec<T> {
    /**
     * Reads the fields of one message up to the reader's end.
     *
     * @throws DecodeException if the bytes are not such a message
     */
    T readProto(ProtoReader in);

    /** Writes the fields of one message, last field first, as {@link ProtoWriter} asks. */
    void writeProto(T value, ProtoWriter out);
}
