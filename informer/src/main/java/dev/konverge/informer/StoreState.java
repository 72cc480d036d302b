package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a store holds at one moment: objects, indexes and version. Immutable; every write makes another, which shares most
 * of its memory with this one.
 *
 * @param <T> the type of the objects
 * @param items the slots of the objects
 * @param indexes the indexes, all of which hold exactly these objects
 * @param version the version that was reached
 */
record StoreState<T>(HashTrie<Key, Object> items, List<Index<T>> indexes, ResourceVersion version) {
    static <T> StoreState<T> empty() {
        return new StoreState<>(HashTrie.empty(Slot.BY_KEY), List.of(), ResourceVersion.NONE);
    }

    @SuppressWarnings("unchecked") // only objects of type T are put in
    private T object(Object slot) {
        return (T) Slot.object(slot);
    }

    /** {@return the version in an object's metadata, null if it has no metadata} */
    static @Nullable ResourceVersion versionOf(Object object) {
        return object instanceof Resource resource ? resource.metadata().version() : null;
    }

    /** {@return the state after an object was put in} */
    StoreState<T> with(Key key, T object) {
        Object slot = Slot.of(key, object);
        HashTrie.Displaced<Object> displaced = new HashTrie.Displaced<>();
        HashTrie<Key, Object> changed = items.with(key, slot, displaced);
        return new StoreState<>(changed, changedIndexes(key, displaced.entry(), slot), version);
    }

    /** {@return the state after an object was taken out; this one if it is not there} */
    StoreState<T> without(Key key) {
        Object old = items.find(key);
        return old == null ? this : new StoreState<>(items.without(key), changedIndexes(key, old, null), version);
    }

    private List<Index<T>> changedIndexes(Key key, @Nullable Object oldSlot, @Nullable Object newSlot) {
        if (indexes.isEmpty()) {
            return indexes;
        }
        List<Index<T>> changed = new ArrayList<>(indexes.size());
        for (Index<T> index : indexes) {
            changed.add(index.changed(key, oldSlot, newSlot));
        }
        return changed;
    }

    /** {@return the state with other objects, given by their slots, and another version; of several with one key the last counts} */
    StoreState<T> replaced(TrieBuilder<Key, Object> slots, ResourceVersion reached) {
        HashTrie<Key, Object> replaced = slots.build();
        // In the order in which objects were made, which is how they lie in memory; a trie has them in no order.
        TrieBuilder<Key, Object> unique = replaced.size() == slots.size() ? slots : replaced.toBuilder();
        List<Index<T>> filled = new ArrayList<>(indexes.size());
        indexes.forEach(index -> filled.add(index.filledWith(unique)));
        return new StoreState<>(replaced, filled, reached);
    }

    StoreState<T> withVersion(@Nullable ResourceVersion reached) {
        return reached == null ? this : new StoreState<>(items, indexes, reached);
    }

    StoreState<T> withIndexers(Map<String, ? extends IndexFunction<? super T>> indexers) {
        Set<String> conflicts = new TreeSet<>(indexers.keySet());
        conflicts.retainAll(indexers().keySet());
        if (!conflicts.isEmpty()) {
            throw new IllegalArgumentException("indexer conflict: " + conflicts);
        }
        List<Index<T>> more = new ArrayList<>(indexes);
        TrieBuilder<Key, Object> slots = items.toBuilder();
        indexers.forEach(
                (name, function) -> more.add(Index.<T>empty(name, function).filledWith(slots)));
        return new StoreState<>(items, more, version);
    }

    Map<String, IndexFunction<? super T>> indexers() {
        Map<String, IndexFunction<? super T>> functions = new TreeMap<>();
        indexes.forEach(index -> functions.put(index.name(), index.function()));
        return Collections.unmodifiableMap(functions);
    }

    Optional<T> find(Key key) {
        return Optional.ofNullable(items.find(key)).map(this::object);
    }

    List<T> list() {
        return objects(items);
    }

    List<Key> listKeys() {
        Key[] keys = new Key[items.size()];
        int[] at = {0};
        items.forEach(slot -> keys[at[0]++] = Slot.key(slot));
        return Collections.unmodifiableList(Arrays.asList(keys));
    }

    List<T> index(String name, T object) {
        Index<T> index = getIndex(name);
        List<String> values = index.function().valuesOf(object);
        if (values.size() == 1) {
            return objects(index.find(values.getFirst()));
        }
        Set<Object> slots = Collections.newSetFromMap(new IdentityHashMap<>());
        values.forEach(value -> index.find(value).forEach(slots::add));
        return slots.stream().map(this::object).toList();
    }

    List<T> byIndex(String name, String value) {
        return objects(getIndex(name).find(value));
    }

    List<Key> indexKeys(String name, String value) {
        List<Key> keys = new ArrayList<>();
        getIndex(name).find(value).forEach(slot -> keys.add(Slot.key(slot)));
        Collections.sort(keys);
        return Collections.unmodifiableList(keys);
    }

    List<String> listIndexValues(String name) {
        List<String> values = new ArrayList<>();
        findIndex(name).ifPresent(index -> index.postings().forEach(posting -> values.add(posting.value())));
        return Collections.unmodifiableList(values);
    }

    private Optional<Index<T>> findIndex(String name) {
        return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
    }

    private Index<T> getIndex(String name) {
        return findIndex(name).orElseThrow(() -> new UnknownIndexException(name));
    }

    @SuppressWarnings("unchecked") // only objects of type T are put in
    private List<T> objects(HashTrie<Key, Object> slots) {
        Object[] objects = new Object[slots.size()];
        int[] at = {0};
        slots.forEach(slot -> objects[at[0]++] = Slot.object(slot));
        return (List<T>) Collections.unmodifiableList(Arrays.asList(objects));
    }
}
