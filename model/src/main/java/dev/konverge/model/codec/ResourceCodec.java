package dev.konverge.model.codec;

/**
 * A codec of a built-in kind.
 *
 * @param <T> the kind
 */
public interface ResourceCodec<T> extends ProtoCodec<T> {
    /** Writes an object as an item of a list, where kind and apiVersion go without saying. */
    void writeItem(T value, JsonWriter out);
}
