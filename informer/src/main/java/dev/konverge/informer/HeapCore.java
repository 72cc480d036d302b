package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The items of a {@link Heap}: a binary heap that knows the place of each key. Single-threaded.
 *
 * @param <T> the type of the objects
 */
final class HeapCore<T> {
    private final Comparator<? super T> order;

    /** Each item is no later than the two at twice its place plus one and plus two. */
    private final List<Item<T>> items = new ArrayList<>();

    private final Map<Key, Integer> places = new HashMap<>();

    private record Item<T>(Key key, T object) {}

    HeapCore(Comparator<? super T> order) {
        this.order = order;
    }

    int size() {
        return items.size();
    }

    void put(Key key, T object) {
        // Who cannot be compared at all is refused before anything has changed.
        order.compare(object, object);
        Integer known = places.get(key);
        int place = known == null ? items.size() : known;
        if (known == null) {
            items.add(new Item<>(key, object));
            places.put(key, place);
        } else {
            items.set(place, new Item<>(key, object));
        }
        settle(place);
    }

    boolean contains(Key key) {
        return places.containsKey(key);
    }

    /** {@return the first object, which leaves the heap} */
    T remove() {
        T first = items.getFirst().object();
        removeAt(0);
        return first;
    }

    /** {@return whether there was an object with that key, which has left the heap} */
    boolean remove(Key key) {
        Integer place = places.get(key);
        if (place == null) {
            return false;
        }
        removeAt(place);
        return true;
    }

    private void removeAt(int place) {
        places.remove(items.get(place).key());
        Item<T> last = items.removeLast();
        if (place < items.size()) {
            items.set(place, last);
            places.put(last.key(), place);
            settle(place);
        }
    }

    /** Moves the item at a place to where it belongs. Its key knows its place all the time: the order is somebody else's code, which may throw. */
    private void settle(int place) {
        if (rise(place) == place) {
            sink(place);
        }
    }

    private int rise(int place) {
        int at = place;
        while (at > 0 && isBefore(at, (at - 1) / 2)) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
        return at;
    }

    private void sink(int place) {
        int at = place;
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < items.size() && isBefore(child + 1, child)) {
                child++;
            }
            if (child >= items.size() || !isBefore(child, at)) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private boolean isBefore(int one, int other) {
        return order.compare(items.get(one).object(), items.get(other).object()) < 0;
    }

    private void swap(int one, int other) {
        Item<T> item = items.get(one);
        items.set(one, items.get(other));
        items.set(other, item);
        places.put(items.get(one).key(), one);
        places.put(items.get(other).key(), other);
    }

    Optional<T> find(Key key) {
        return Optional.ofNullable(places.get(key))
                .map(place -> items.get(place).object());
    }

    List<T> list() {
        return items.stream().map(Item::object).toList();
    }

    List<Key> listKeys() {
        return items.stream().map(Item::key).toList();
    }
}
