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
 * @param versioned whether writes come in the order of their versions, so that the last one says which version was reached
 */
public record StoreConfig<T>(
        KeyFunction<T> keys,
        Map<String, IndexFunction<? super T>> indexers,
        UnaryOperator<T> transform,
        boolean versioned) {
    /** Copies its arguments. */
    public StoreConfig {
        indexers = Map.copyOf(indexers);
    }

    /** {@return a store without indexes that keeps objects as they are} */
    public static <T> StoreConfig<T> of(KeyFunction<T> keys) {
        return new StoreConfig<>(keys, Map.of(), UnaryOperator.identity(), true);
    }

    /** {@return the store of an informer: by namespace and name, with an index by namespace} */
    public static <T extends Resource> StoreConfig<T> ofResources() {
        return StoreConfig.of(KeyFunction.<T>ofMetadata()).withIndexers(Indexer.<T>byNamespace());
    }

    /** {@return this configuration with these indexes instead} */
    public StoreConfig<T> withIndexers(Map<String, ? extends IndexFunction<? super T>> others) {
        return new StoreConfig<>(keys, Map.copyOf(others), transform, versioned);
    }

    /** {@return this configuration with another transform} */
    public StoreConfig<T> withTransform(UnaryOperator<T> other) {
        return new StoreConfig<>(keys, indexers, other, versioned);
    }

    /**
     * {@return this configuration with no version, whatever is written (ST-9)}
     *
     * <p>For a store behind a queue that does not keep the order of arrival: {@link DeltaFifo}, {@link RealFifo.Mode.PerObject}. The
     * version of what is written last says nothing there of what else has been.
     */
    public StoreConfig<T> withoutVersion() {
        return new StoreConfig<>(keys, indexers, transform, false);
    }
}
