package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The items of a {@link RealFifo}: deltas in the order in which they came. Single-threaded.
 *
 * @param <T> the type of the objects
 */
final class RealFifoCore<T> implements QueueCore {
    private final ArrayDeque<Delta<T>> items = new ArrayDeque<>();
    private final Population population = new Population();

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Population population() {
        return population;
    }

    void append(Delta<T> delta) {
        items.addLast(delta);
    }

    /**
     * Appends the deletion of all that is queued or known and not in a list, and after it what the list says.
     *
     * @param known what is behind the queue
     */
    void replace(List<Delta.Replaced<T>> listed, KnownObjects<T> known) {
        Set<Key> keys = new HashSet<>();
        listed.forEach(delta -> keys.add(delta.key()));
        Map<Key, Delta.OfObject<T>> queued = lastQueued();
        queued.forEach((key, last) -> {
            if (!keys.contains(key) && !(last instanceof Delta.Deleted<T>)) {
                append(new Delta.Deleted<>(new DeletedFinalStateUnknown<>(key, DeltaFifoCore.lastState(last))));
            }
        });
        for (Key key : known.listKeys()) {
            if (!keys.contains(key) && !queued.containsKey(key)) {
                T lastKnown = DeltaFifoCore.findKnown(known, key).orElse(null);
                append(new Delta.Deleted<>(new DeletedFinalStateUnknown<>(key, lastKnown)));
            }
        }
        listed.forEach(this::append);
    }

    /** Appends each known object for which nothing is queued; what is queued is newer than what is known. */
    void resync(KnownObjects<T> known) {
        Set<Key> queued = lastQueued().keySet();
        for (Key key : known.listKeys()) {
            if (!queued.contains(key)) {
                DeltaFifoCore.findKnown(known, key).ifPresent(object -> append(new Delta.Sync<>(key, object)));
            }
        }
    }

    /** {@return the last delta of each key, in the order in which the keys came} */
    private Map<Key, Delta.OfObject<T>> lastQueued() {
        Map<Key, Delta.OfObject<T>> last = new LinkedHashMap<>();
        for (Delta<T> delta : items) {
            if (delta instanceof Delta.OfObject<T> ofObject) {
                last.put(ofObject.key(), ofObject);
            }
        }
        return last;
    }

    Delta<T> remove() {
        return items.removeFirst();
    }

    /**
     * {@return the deltas of different objects at the head, which leave the queue; none if the first is none of an object}
     *
     * <p>Those of the first list are not mixed with later ones.
     *
     * @param max how many at most
     */
    List<Delta.OfObject<T>> removeBatch(int max) {
        int bound = Math.min(items.size(), max);
        if (population.remaining() > 0) {
            bound = Math.min(bound, population.remaining());
        }
        List<Delta.OfObject<T>> batch = new ArrayList<>();
        Set<Key> keys = new HashSet<>();
        while (batch.size() < bound && items.getFirst() instanceof Delta.OfObject<T> next && keys.add(next.key())) {
            batch.add(next);
            items.removeFirst();
        }
        return batch;
    }
}
