package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The items of a {@link Fifo}: the latest object of each key, in the order in which the keys came. Single-threaded.
 *
 * @param <T> the type of the objects
 */
final class FifoCore<T> implements QueueCore {
    private final Map<Key, T> items = new LinkedHashMap<>();
    private final Population population = new Population();

    /** The keys of the first list that were not handed over yet. */
    private final Set<Key> awaited = new HashSet<>();

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Population population() {
        return population;
    }

    /** Puts an object in; one with a queued key takes its place in the line. */
    void put(Key key, T object) {
        items.put(key, object);
    }

    void putIfAbsent(Key key, T object) {
        items.putIfAbsent(key, object);
    }

    /** Takes an object out that nobody was given. Of the first list it is done with that. */
    void remove(Key key) {
        items.remove(key);
        if (awaited.remove(key)) {
            population.handedOver(1);
        }
    }

    void replace(List<Key> keys, List<T> objects) {
        items.clear();
        for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), objects.get(i));
        }
        if (population.replaced(items.size())) {
            awaited.addAll(items.keySet());
            return;
        }
        // What the first list had and this one has not will never be handed over.
        int before = awaited.size();
        awaited.retainAll(items.keySet());
        population.handedOver(before - awaited.size());
    }

    /**
     * An item that was taken out.
     *
     * @param awaited whether it is of the first list, and was not handed over before
     */
    record Taken<T>(Key key, T object, boolean awaited) {}

    Taken<T> remove() {
        Iterator<Map.Entry<Key, T>> head = items.entrySet().iterator();
        Map.Entry<Key, T> item = head.next();
        Key key = item.getKey();
        T object = item.getValue();
        head.remove();
        return new Taken<>(key, object, awaited.remove(key));
    }

    Optional<T> find(Key key) {
        return Optional.ofNullable(items.get(key));
    }

    List<T> list() {
        return List.copyOf(items.values());
    }

    List<Key> keys() {
        return List.copyOf(items.keySet());
    }
}
