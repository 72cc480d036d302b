package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.List;
import java.util.Map;

/**
 * What can be read from a store with indexes.
 *
 * @param <T> the type of the objects
 */
public interface IndexView<T> extends StoreView<T> {
    /**
     * {@return the objects that share at least one value of an index with another object, each once}
     *
     * @throws UnknownIndexException if there is no such index
     */
    List<T> index(String index, T object);

    /**
     * {@return the objects with a value in an index}
     *
     * @throws UnknownIndexException if there is no such index
     */
    List<T> byIndex(String index, String value);

    /**
     * {@return the keys of the objects with a value in an index, in their natural order}
     *
     * @throws UnknownIndexException if there is no such index
     */
    List<Key> indexKeys(String index, String value);

    /** {@return the values that at least one object has in an index, in no particular order; none if there is no such index} */
    List<String> listIndexValues(String index);

    /** {@return the index functions by the name of the index} */
    Map<String, IndexFunction<? super T>> indexers();
}
