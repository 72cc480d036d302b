package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A store that also finds objects by what index functions say of them.
 *
 * @param <T> the type of the objects
 */
public interface Indexer<T> extends Store<T>, IndexView<T> {
    /**
     * Adds indexes, which hold all stored objects when this returns.
     *
     * @throws IllegalArgumentException if one of the names is taken; then none is added
     * @throws IndexException if an index function fails on a stored object; then none is added
     */
    void addIndexers(Map<String, ? extends IndexFunction<? super T>> indexers);

    @Override
    IndexView<T> snapshot();

    @Override
    default List<T> index(String index, T object) {
        return snapshot().index(index, object);
    }

    @Override
    default List<T> byIndex(String index, String value) {
        return snapshot().byIndex(index, value);
    }

    @Override
    default List<Key> indexKeys(String index, String value) {
        return snapshot().indexKeys(index, value);
    }

    @Override
    default List<String> listIndexValues(String index) {
        return snapshot().listIndexValues(index);
    }

    @Override
    default Map<String, IndexFunction<? super T>> indexers() {
        return snapshot().indexers();
    }

    /**
     * Waits until the store has reached a version: until what was written at that version can be read here.
     *
     * <p>Versions that have no order (see {@link ResourceVersion#isComparable()}) cannot be waited for: if either the given one
     * or that of the store is such a version, the answer is true at once. A store without any version has not been filled yet,
     * and is waited for.
     *
     * <p>An object on which an index function fails is not stored, and is not waited for either: the store goes on without it, and whoever
     * fills it tells of the failure (an informer by {@link ReflectorFailure.ApplyFailed}). To hold the version back would keep all other
     * objects waiting for one that may never come.
     *
     * @param version a version of an object of this collection, as a write returned it
     * @param timeout how long to wait; zero only looks
     * @return whether the version has been reached
     * @throws IllegalStateException if the store {@linkplain StoreConfig#withoutVersion has no version}: nobody could say when
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean awaitVersion(ResourceVersion version, Duration timeout) throws InterruptedException;

    /** {@return a new indexer without objects} */
    static <T> Indexer<T> of(Platform platform, StoreConfig<T> config) {
        return new Cache<>(platform, config);
    }

    /** {@return the index by namespace, to make an indexer with} */
    static <T extends Resource> Map<String, IndexFunction<T>> byNamespace() {
        return Map.of(IndexFunction.NAMESPACE, IndexFunction.namespace());
    }
}
