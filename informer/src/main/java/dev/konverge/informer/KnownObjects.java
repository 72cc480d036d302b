package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.List;
import java.util.Optional;

/**
 * What a queue knows of the store behind it: which objects are there.
 *
 * @param <T> the type of the objects
 */
public interface KnownObjects<T> {
    /** {@return the object with a key} */
    Optional<T> findByKey(Key key);

    /** {@return the keys of all objects, in no particular order} */
    List<Key> listKeys();
}
