package dev.konverge.controller;

import dev.konverge.informer.IndexFunction;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.List;
import java.util.Optional;

/**
 * Reads the caches of the kinds that a controller declared. A read costs nothing, takes no lock and never waits.
 *
 * <p>Safe for use by many threads.
 */
public interface CacheReader {
    /**
     * {@return an object, if the cache has it}
     *
     * @throws UndeclaredKindException if the controller did not declare the kind
     */
    <R extends Resource> Optional<R> find(ResourceType<R> type, Key key);

    /**
     * {@return the objects of a kind, in all namespaces that the manager watches}
     *
     * @throws UndeclaredKindException if the controller did not declare the kind
     */
    <R extends Resource> List<R> listAll(ResourceType<R> type);

    /**
     * {@return the objects of a kind that an index files under a value}
     *
     * @throws UndeclaredKindException if the controller did not declare the kind
     * @throws IllegalArgumentException if the controller did not declare the index
     * @see ControllerBuilder#index(ResourceType, String, IndexFunction)
     */
    <R extends Resource> List<R> byIndex(ResourceType<R> type, String index, String value);
}
