package dev.konverge.model.codec;

/**
 * How a type is read from JSON and written as JSON.
 *
 * <p>Generated for every type; stateless, so one instance serves all threads.
 *
 * @param <T> the type
 */
public interface Codec<T> {
    /**
     * Reads one value; the reader stands on its first byte and ends behind its last.
     *
     * @throws DecodeException if the bytes are not such a value
     */
    T read(JsonReader in);

    /** Writes one value; what is absent is not written. */
    void write(T value, JsonWriter out);
}
