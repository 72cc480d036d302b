package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A {@link ThreadSafeStore} that finds the keys itself.
 *
 * @param <T> the type of the objects
 */
final class Cache<T> implements Indexer<T> {
    private final Keys<T> keys;
    private final ThreadSafeStore<T> store;

    Cache(Platform platform, StoreConfig<T> config) {
        this.keys = new Keys<>(config.keys(), config.transform());
        this.store = new ThreadSafeStore<>(platform, config.versioned());
        store.addIndexers(config.indexers());
    }

    @Override
    public void add(T object) {
        Key key = keys.of(object);
        store.add(key, keys.transformed(object));
    }

    @Override
    public void update(T object) {
        add(object);
    }

    @Override
    public void delete(T object) {
        store.deleteWithObject(keys.of(object), object);
    }

    @Override
    public void deleteByKey(Key key) {
        store.delete(key);
    }

    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        Iterator<Key> all = keys.ofAll(objects).iterator();
        TrieBuilder<Key, Object> slots = new TrieBuilder<>(Slot.BY_KEY, objects.size());
        for (T object : objects) {
            put(slots, all.next(), object);
        }
        store.replace(slots, version);
    }

    /** What is done to each object of a list: by itself, so that it is compiled before the list is at its end. */
    private void put(TrieBuilder<Key, Object> slots, Key key, T object) {
        slots.put(key, Slot.of(key, keys.transformed(object)));
    }

    @Override
    public void resync() {
        // There is nobody to tell.
    }

    @Override
    public void bookmark(ResourceVersion version) {
        store.bookmark(version);
    }

    @Override
    public UnaryOperator<T> transform() {
        return keys.transform();
    }

    @Override
    public void transaction(List<StoreOperation<T>> operations) {
        List<ThreadSafeStore.KeyedOperation<T>> applicable = new ArrayList<>(operations.size());
        List<Integer> successful = new ArrayList<>(operations.size());
        List<KeyException> failures = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            StoreOperation<T> operation = operations.get(i);
            try {
                applicable.add(new ThreadSafeStore.KeyedOperation<>(keyOf(operation), operation));
                successful.add(i);
            } catch (KeyException e) {
                failures.add(e);
            }
        }
        store.transaction(applicable);
        if (!failures.isEmpty()) {
            throw new TransactionException(successful, operations.size(), failures);
        }
    }

    private Key keyOf(StoreOperation<T> operation) {
        return switch (operation) {
            case StoreOperation.Add<T>(T object) -> keys.of(object);
            case StoreOperation.Update<T>(T object) -> keys.of(object);
            case StoreOperation.Delete<T>(DeletedObject<T> deleted) -> deleted.key();
        };
    }

    @Override
    public void addIndexers(Map<String, ? extends IndexFunction<? super T>> indexers) {
        store.addIndexers(indexers);
    }

    @Override
    public boolean awaitVersion(ResourceVersion version, Duration timeout) throws InterruptedException {
        return store.awaitVersion(version, timeout);
    }

    @Override
    public IndexView<T> snapshot() {
        return new StateView<>(store.state(), keys);
    }
}
