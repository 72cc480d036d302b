package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a list, told apart by whether a store would take each of them by itself.
 *
 * @param <T> the type of the objects
 * @param fit those that it would take
 * @param refused what it would throw at others, by their key
 * @param nameless what was thrown at those that have no key
 */
record FitList<T>(List<T> fit, Map<Key, Throwable> refused, List<Throwable> nameless) {
    static <T> FitList<T> of(List<T> objects, KeyFunction<T> keys, Store<T> store) {
        FitList<T> sorted = new FitList<>(new ArrayList<>(objects.size()), new LinkedHashMap<>(), new ArrayList<>());
        Map<String, IndexFunction<? super T>> indexers = store instanceof Indexer<T> i ? i.indexers() : Map.of();
        for (T object : objects) {
            sorted.sortIn(object, keys, store, indexers);
        }
        return sorted;
    }

    private void sortIn(T object, KeyFunction<T> keys, Store<T> store, Map<String, IndexFunction<? super T>> indexers) {
        Key key;
        try {
            key = keys.keyOf(object);
        } catch (Throwable failure) {
            nameless.add(failure);
            return;
        }
        try {
            T kept = Keys.transformed(store.transform(), object);
            indexers.forEach((index, function) -> Index.valuesOf(index, function, key, kept));
            fit.add(object);
        } catch (Throwable failure) {
            refused.put(key, failure);
        }
    }
}
