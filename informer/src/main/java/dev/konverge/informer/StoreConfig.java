package dev.konverge.informer;

import dev.konverge.model.Resource;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What a store is made with.
 *
 * @param <T> the type of the objects
 * @param keys what names an object
 * @param indexers the index functions by the name of the index
 * @param transform what is done to each object before it is stored; the key is that of the object before
 */
public record StoreConfig<T>(
        KeyFunction<T> keys, Map<String, IndexFunction<? super T>> indexers, UnaryOperator<T> transform) {
    /** Copies its arguments. */
    public StoreConfig {
        indexers = Map.copyOf(indexers);
    }

    /** {@return a store without indexes that keeps objects as they are} */
    public static <T> StoreConfig<T> of(KeyFunction<T> keys) {
        return new StoreConfig<>(keys, Map.of(), UnaryOperator.identity());
    }

    /** {@return the store of an informer: by namespace and name, with an index by namespace} */
    public static <T extends Resource> StoreConfig<T> ofResources() {
        return StoreConfig.of(KeyFunction.<T>ofMetadata()).withIndexers(Indexer.<T>byNamespace());
    }

    /** {@return this configuration with these indexes instead} */
    public StoreConfig<T> withIndexers(Map<String, ? extends IndexFunction<? super T>> others) {
        return new StoreConfig<>(keys, Map.copyOf(others), transform);
    }

    /** {@return this configuration with another transform} */
    public StoreConfig<T> withTransform(UnaryOperator<T> other) {
        return new StoreConfig<>(keys, indexers, other);
    }
}
