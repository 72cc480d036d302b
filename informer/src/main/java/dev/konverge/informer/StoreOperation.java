package dev.konverge.informer;

/**
 * One write of a {@linkplain Store#transaction transaction}.
 *
 * @param <T> the type of the object
 */
public sealed interface StoreOperation<T> {
    /**
     * Puts an object in, in place of one with the same key.
     *
     * @param <T> the type of the object
     * @param object the object
     */
    record Add<T>(T object) implements StoreOperation<T> {}

    /**
     * Puts an object in, in place of one with the same key.
     *
     * @param <T> the type of the object
     * @param object the object
     */
    record Update<T>(T object) implements StoreOperation<T> {}

    /**
     * Takes out an object, if it is there.
     *
     * @param <T> the type of the object
     * @param deleted what is known of the object
     */
    record Delete<T>(DeletedObject<T> deleted) implements StoreOperation<T> {}
}
