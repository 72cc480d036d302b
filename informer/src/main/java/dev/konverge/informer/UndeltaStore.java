package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.function.Consumer;

/**
 * A store that hands out its whole contents after every write: for those who want the state and not the changes.
 *
 * <p>The receiver is called on the writer's thread, outside of any lock. When several threads write, it may be given the same
 * contents twice, and not in the order of the writes. What it throws is logged.
 *
 * @param <T> the type of the objects
 */
public final class UndeltaStore<T> implements Store<T> {
    private static final GuardedLog LOG = GuardedLog.of(UndeltaStore.class);

    private final Store<T> store;
    private final Consumer<? super List<T>> receiver;

    /** An empty store. */
    public UndeltaStore(Platform platform, KeyFunction<T> keys, Consumer<? super List<T>> receiver) {
        this.store = Indexer.of(platform, StoreConfig.of(keys));
        this.receiver = receiver;
    }

    /** The write is done, whatever the receiver does with it: who takes its failure for one of the store's would write again. */
    private void push() {
        try {
            receiver.accept(store.list());
        } catch (RuntimeException | Error failure) {
            LOG.error(
                    "a receiver failed; it is given the contents after the next write", line -> line.setCause(failure));
        }
    }

    @Override
    public void add(T object) {
        store.add(object);
        push();
    }

    @Override
    public void update(T object) {
        store.update(object);
        push();
    }

    @Override
    public void delete(T object) {
        store.delete(object);
        push();
    }

    @Override
    public void deleteByKey(Key key) {
        store.deleteByKey(key);
        push();
    }

    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        store.replace(objects, version);
        push();
    }

    @Override
    public void transaction(List<StoreOperation<T>> operations) {
        try {
            store.transaction(operations);
        } finally {
            push();
        }
    }

    @Override
    public void resync() {
        store.resync();
    }

    @Override
    public void bookmark(ResourceVersion version) {
        store.bookmark(version);
    }

    @Override
    public StoreView<T> snapshot() {
        return store.snapshot();
    }
}
