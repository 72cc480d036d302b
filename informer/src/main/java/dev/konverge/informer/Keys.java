package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The user's key function and transform, with their failures in the library's words.
 *
 * @param <T> the type of the objects
 * @param function what names an object
 * @param transform what is done to each object before it is kept
 */
record Keys<T>(KeyFunction<T> function, UnaryOperator<T> transform) {
    static <T> Keys<T> of(KeyFunction<T> function) {
        return new Keys<>(function, UnaryOperator.identity());
    }

    /**
     * {@return the key of an object}
     *
     * @throws KeyException if it has none
     * @throws OutOfMemoryError if there was no memory for it, which is no fault of the object
     */
    Key of(T object) {
        try {
            return Objects.requireNonNull(function.keyOf(object), "the key function returned null");
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            throw new KeyException(object, e);
        }
    }

    /** {@return the keys of objects} */
    List<Key> ofAll(List<? extends T> objects) {
        List<Key> keys = new ArrayList<>(objects.size());
        for (T object : objects) {
            keys.add(of(object));
        }
        return keys;
    }

    /** {@return an object as it is to be kept} */
    T transformed(T object) {
        return transformed(transform, object);
    }

    /**
     * {@return an object as it is to be kept}
     *
     * @throws TransformException if the transform fails, or leaves nothing to be kept
     * @throws OutOfMemoryError if there was no memory for it, which is no fault of the object
     */
    static <T> T transformed(UnaryOperator<T> transform, T object) {
        try {
            return Objects.requireNonNull(transform.apply(object), "the transform returned null");
        } catch (TransformException | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            throw new TransformException(e);
        }
    }

    /** {@return a deleted object as it is to be told of; a tombstone if it cannot be transformed, for it is gone all the same} */
    DeletedObject<T> deleted(T object) {
        Key key = of(object);
        try {
            return new DeletedFinalState<>(key, transformed(object));
        } catch (TransformException unfit) {
            return new DeletedFinalStateUnknown<>(key, null);
        }
    }

    /** {@return objects as they are to be kept} */
    @SuppressWarnings("unchecked") // only objects of type T are put in
    List<T> allTransformed(List<? extends T> objects) {
        Object[] transformed = objects.toArray();
        for (int i = 0; i < transformed.length; i++) {
            transformed[i] = transformed(transform, (T) transformed[i]);
        }
        return (List<T>) List.of(transformed);
    }
}
