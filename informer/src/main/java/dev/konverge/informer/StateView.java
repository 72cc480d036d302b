package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store as it was at one moment.
 *
 * @param <T> the type of the objects
 * @param state what it held
 * @param keys what names an object
 */
record StateView<T>(StoreState<T> state, Keys<T> keys) implements IndexView<T> {
    @Override
    public int size() {
        return state.items().size();
    }

    @Override
    public List<T> list() {
        return state.list();
    }

    @Override
    public List<Key> listKeys() {
        return state.listKeys();
    }

    @Override
    public Optional<T> findByKey(Key key) {
        return state.find(key);
    }

    @Override
    public Optional<T> find(T object) {
        return state.find(keys.of(object));
    }

    @Override
    public ResourceVersion version() {
        return state.version();
    }

    @Override
    public List<T> index(String index, T object) {
        return state.index(index, object);
    }

    @Override
    public List<T> byIndex(String index, String value) {
        return state.byIndex(index, value);
    }

    @Override
    public List<Key> indexKeys(String index, String value) {
        return state.indexKeys(index, value);
    }

    @Override
    public List<String> listIndexValues(String index) {
        return state.listIndexValues(index);
    }

    @Override
    public Map<String, IndexFunction<? super T>> indexers() {
        return state.indexers();
    }
}
