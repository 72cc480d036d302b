package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.Optional;

/**
 * What can be read from a store.
 *
 * <p>Each call sees one state of the store. Objects are handed out as they are stored, never copied: they must not be changed.
 * Reads take no lock and never wait, and no read keeps a writer waiting.
 *
 * @param <T> the type of the objects
 */
public interface StoreView<T> extends KnownObjects<T> {
    /** {@return how many objects there are} */
    int size();

    /** {@return all objects, in no particular order, as they are at this moment} */
    List<T> list();

    /** {@return the keys of all objects, in no particular order} */
    @Override
    List<Key> listKeys();

    /** {@return the object with a key} */
    @Override
    Optional<T> findByKey(Key key);

    /**
     * {@return the stored object with the same key as another}
     *
     * @throws KeyException if the other has no key
     */
    Optional<T> find(T object);

    /**
     * {@return the version of the collection that the store has reached; none before the first write, and none ever in a store
     * {@linkplain StoreConfig#withoutVersion without one}}
     */
    ResourceVersion version();
}
