package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;

/**
 * What names an object in a store or a queue: two objects with the same key are two versions of one.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface KeyFunction<T> {
    /**
     * {@return the key of an object} Whatever is thrown says that the object has none, unless there was no memory; stores and queues
     * wrap it in a {@link KeyException}.
     */
    Key keyOf(T object);

    /** {@return the namespace and name in an object's metadata, which is what client-go calls the meta namespace key} */
    static <T extends Resource> KeyFunction<T> ofMetadata() {
        return Resource::key;
    }

    /**
     * {@return the namespace and name of anything that has metadata}
     *
     * <p>An object that is no {@link Resource} has no key: {@code object has no meta}.
     */
    static <T> KeyFunction<T> ofAnything() {
        return object -> {
            if (object instanceof Resource resource) {
                return resource.key();
            }
            throw new IllegalArgumentException("object has no meta");
        };
    }

    /**
     * {@return a key function that takes the only value of an index function}
     *
     * <p>It fails with {@code too many keys} or {@code unexpected empty indexKeys} where there is not exactly one.
     */
    static <T> KeyFunction<T> of(IndexFunction<? super T> index) {
        return object -> {
            var values = index.valuesOf(object);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("unexpected empty indexKeys");
            }
            if (values.size() > 1) {
                throw new IllegalArgumentException("too many keys: " + values);
            }
            return Key.parse(values.getFirst());
        };
    }
}
