package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Objects under keys that the caller gives, with indexes and the version of the last write.
 *
 * <p>Writers take turns; readers take no lock, never wait and keep no one waiting: they read one of the immutable states that
 * writers leave behind. Index functions are called by writers, on the writer's thread. What the write of an object without
 * metadata, or a deletion by key alone, does to the version: nothing.
 *
 * @param <T> the type of the objects
 */
public final class ThreadSafeStore<T> {
    private static final GuardedLog LOG = GuardedLog.of(ThreadSafeStore.class);
    private static final Duration SLOW_OPERATION = Duration.ofMillis(500);
    private static final Duration SLOW_TRANSACTION = Duration.ofSeconds(5);

    private final Platform platform;
    private final BriefLock lock = new BriefLock();
    private final Signal written;
    private final boolean versioned;

    @GuardedBy("lock")
    private final VersionWaiters waiters = new VersionWaiters();

    /** Written under the lock, by writers; read by anyone without it. */
    private volatile StoreState<T> state = StoreState.empty();

    /**
     * One operation of a transaction.
     *
     * @param <T> the type of the object
     * @param key the key of the object
     * @param operation what is done
     */
    public record KeyedOperation<T>(Key key, StoreOperation<T> operation) {}

    /** A store without objects and without indexes. */
    public ThreadSafeStore(Platform platform) {
        this(platform, true);
    }

    /** @param versioned whether the last write says which version was reached; else there is none (ST-9) */
    ThreadSafeStore(Platform platform, boolean versioned) {
        this.platform = platform;
        this.versioned = versioned;
        this.written = platform.signal(lock);
    }

    /** Puts an object in, in place of the one under that key. */
    public void add(Key key, T object) {
        ResourceVersion version = StoreState.versionOf(object);
        write(before -> before.with(key, object).withVersion(version));
    }

    /** Puts an object in, in place of the one under that key: the same as {@link #add}. */
    public void update(Key key, T object) {
        add(key, object);
    }

    /** Takes out the object under a key, if there is one. The version stays; {@link #deleteWithObject} moves it. */
    public void delete(Key key) {
        write(before -> before.without(key));
    }

    /** Takes out the object under a key, if there is one, and has the version of the object's last state. */
    public void deleteWithObject(Key key, T lastState) {
        ResourceVersion version = StoreState.versionOf(lastState);
        write(before -> before.without(key).withVersion(version));
    }

    /** Holds these objects and no others from now on, at a version. */
    public void replace(Map<Key, ? extends T> objects, ResourceVersion version) {
        TrieBuilder<Key, Object> slots = new TrieBuilder<>(Slot.BY_KEY, objects.size());
        objects.forEach((key, object) -> slots.put(key, Slot.of(key, Objects.requireNonNull(object))));
        replace(slots, version);
    }

    /** The same with objects that are given by their slots; of several with one key the last counts. */
    void replace(TrieBuilder<Key, Object> slots, ResourceVersion version) {
        write(before -> before.replaced(slots, version));
    }

    /** Applies operations in order and at once: a reader sees all of them or none, at the version of the last one that has a version. */
    public void transaction(List<KeyedOperation<T>> operations) {
        if (operations.isEmpty()) {
            return;
        }
        long start = platform.clock().nanoTime();
        write(before -> {
            StoreState<T> after = before;
            ResourceVersion reached = null;
            for (KeyedOperation<T> keyed : operations) {
                ResourceVersion version = versionOf(keyed.operation());
                reached = version == null ? reached : version;
                after = switch (keyed.operation()) {
                    case StoreOperation.Add<T>(T object) -> after.with(keyed.key(), object);
                    case StoreOperation.Update<T>(T object) -> after.with(keyed.key(), object);
                    case StoreOperation.Delete<T> delete -> after.without(keyed.key());
                };
            }
            return after.withVersion(reached);
        });
        reportIfSlow(operations.size(), platform.clock().nanoTime() - start);
    }

    private static <T> @Nullable ResourceVersion versionOf(StoreOperation<T> operation) {
        return switch (operation) {
            case StoreOperation.Add<T>(T object) -> StoreState.versionOf(object);
            case StoreOperation.Update<T>(T object) -> StoreState.versionOf(object);
            case StoreOperation.Delete<T>(DeletedFinalState<T> deleted) -> StoreState.versionOf(deleted.object());
            // What is left of an object whose deletion was missed has the version of some earlier change.
            case StoreOperation.Delete<T>(DeletedFinalStateUnknown<T> deleted) -> null;
        };
    }

    private static void reportIfSlow(int operations, long nanos) {
        if (isSlow(operations, nanos)) {
            LOG.warn(
                    "slow store transaction",
                    line -> line.addKeyValue("operations", operations).addKeyValue("took", Duration.ofNanos(nanos)));
        }
    }

    /** {@return whether so many operations should not take so long} */
    static boolean isSlow(int operations, long nanos) {
        return nanos > Math.min(SLOW_OPERATION.toNanos() * operations, SLOW_TRANSACTION.toNanos());
    }

    /** Has another version from now on. */
    public void bookmark(ResourceVersion version) {
        write(before -> before.withVersion(version));
    }

    /**
     * Adds indexes, which hold all stored objects when this returns.
     *
     * @throws IllegalArgumentException if one of the names is taken; then none is added
     * @throws IndexException if an index function fails on a stored object; then none is added
     */
    public void addIndexers(Map<String, ? extends IndexFunction<? super T>> indexers) {
        write(before -> before.withIndexers(indexers));
    }

    private void write(UnaryOperator<StoreState<T>> change) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("an index function must not write to the store it is called by");
        }
        lock.lock();
        try {
            StoreState<T> changed = change.apply(state);
            StoreState<T> after = versioned ? changed : changed.withVersion(ResourceVersion.NONE);
            state = after;
            if (waiters.isAnyReachedBy(after.version())) {
                written.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the version of the last write is at least this one; see {@link Indexer#awaitVersion}. */
    public boolean awaitVersion(ResourceVersion version, Duration timeout) throws InterruptedException {
        if (!versioned) {
            throw new IllegalStateException(
                    "version " + version
                            + " cannot be waited for: this store has no version, because it is not written in the order of versions");
        }
        if (VersionWaiters.isReached(state.version(), version)) {
            return true;
        }
        long deadline = platform.clock().deadlineAfter(timeout);
        lock.lock();
        try {
            return awaitLocked(version, deadline);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean awaitLocked(ResourceVersion version, long deadline) throws InterruptedException {
        waiters.add(version);
        try {
            while (!VersionWaiters.isReached(state.version(), version)) {
                if (!written.awaitUntil(deadline)) {
                    return VersionWaiters.isReached(state.version(), version);
                }
            }
            return true;
        } finally {
            waiters.remove(version);
        }
    }

    /** {@return what is stored at this moment} */
    StoreState<T> state() {
        return state;
    }

    /** {@return the object under a key} */
    public Optional<T> findByKey(Key key) {
        return state.find(key);
    }

    /** {@return how many objects there are} */
    public int size() {
        return state.items().size();
    }

    /** {@return all objects, in no particular order} */
    public List<T> list() {
        return state.list();
    }

    /** {@return all keys, in no particular order} */
    public List<Key> listKeys() {
        return state.listKeys();
    }

    /** {@return the version of the last write that had one} */
    public ResourceVersion version() {
        return state.version();
    }

    /** {@return the objects that share at least one value of an index with another; see {@link IndexView#index}} */
    public List<T> index(String index, T object) {
        return state.index(index, object);
    }

    /** {@return the objects with a value in an index; see {@link IndexView#byIndex}} */
    public List<T> byIndex(String index, String value) {
        return state.byIndex(index, value);
    }

    /** {@return the sorted keys of the objects with a value in an index; see {@link IndexView#indexKeys}} */
    public List<Key> indexKeys(String index, String value) {
        return state.indexKeys(index, value);
    }

    /** {@return the values in an index; see {@link IndexView#listIndexValues}} */
    public List<String> listIndexValues(String index) {
        return state.listIndexValues(index);
    }

    /** {@return the index functions by the name of the index} */
    public Map<String, IndexFunction<? super T>> indexers() {
        return state.indexers();
    }
}
