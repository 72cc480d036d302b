package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.Optional;

/**
 * A collection of objects by key, which a reflector can feed directly.
 *
 * <p>{@link #add} and {@link #update} are the same: an object with a known key takes the place of the other.
 * {@link #replace} looks at all objects before it changes anything, and {@link #resync} does nothing. Every write leaves the
 * store with the version of the object that was written, of the list or of the bookmark, without a look at what it was before:
 * the order is the feeding queue's business.
 *
 * @param <T> the type of the objects
 */
public interface Store<T> extends StoreView<T>, DeltaSink<T> {
    /**
     * Applies several operations in order and at once: a reader sees all of them or none.
     *
     * <p>Objects are taken as they are, {@linkplain #transform() untransformed}. An operation whose object has no key is
     * left out, and the others are applied all the same.
     *
     * @throws TransactionException if an operation was left out
     */
    void transaction(List<StoreOperation<T>> operations);

    /** Takes out the object with a key, if there is one. The version stays as it is, unlike with {@link #delete}. */
    void deleteByKey(Key key);

    /** {@return this store as it is at this moment, for several reads that belong together} It costs nothing. */
    StoreView<T> snapshot();

    // Every read is one of what the store is at this moment.

    @Override
    default int size() {
        return snapshot().size();
    }

    @Override
    default List<T> list() {
        return snapshot().list();
    }

    @Override
    default List<Key> listKeys() {
        return snapshot().listKeys();
    }

    @Override
    default Optional<T> findByKey(Key key) {
        return snapshot().findByKey(key);
    }

    @Override
    default Optional<T> find(T object) {
        return snapshot().find(object);
    }

    @Override
    default ResourceVersion version() {
        return snapshot().version();
    }
}
