package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The items of a {@link DeltaFifo}: deltas by key, in the order in which the keys came. Single-threaded.
 *
 * @param <T> the type of the objects
 */
final class DeltaFifoCore<T> implements QueueCore {
    /** The deltas that wait. A key keeps its place while it collects deltas. */
    private final Map<Key, List<Delta.OfObject<T>>> items = new LinkedHashMap<>();

    private final Population population = new Population();
    private final @Nullable KnownObjects<T> known;

    DeltaFifoCore(@Nullable KnownObjects<T> known) {
        this.known = known;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Population population() {
        return population;
    }

    /** Appends a delta to those of its key. */
    void append(Delta.OfObject<T> delta) {
        List<Delta.OfObject<T>> deltas = items.computeIfAbsent(delta.key(), key -> new ArrayList<>(1));
        if (delta instanceof Delta.Deleted<T>
                && !deltas.isEmpty()
                && deltas.getLast() instanceof Delta.Deleted<T>(DeletedObject<T> older)) {
            // Of two deletions the one with the true last state says more; else the older.
            if (older instanceof DeletedFinalStateUnknown<T>) {
                deltas.set(deltas.size() - 1, delta);
            }
            return;
        }
        deltas.add(delta);
    }

    /** Appends a deletion, unless nobody knows the object. */
    void delete(Delta.Deleted<T> deletion) {
        if (items.containsKey(deletion.key()) || isKnown(deletion.key())) {
            append(deletion);
        }
    }

    private boolean isKnown(Key key) {
        if (known == null) {
            return false;
        }
        try {
            return known.findByKey(key).isPresent();
        } catch (RuntimeException e) {
            // One deletion too many does no harm, one too few leaves an object behind for good.
            return true;
        }
    }

    /**
     * Appends what a list says, and after it the deletion of all that is queued or known and not in the list.
     *
     * @return how many keys the list and the deletions have
     */
    int replace(List<? extends Delta.OfObject<T>> listed) {
        Set<Key> keys = new LinkedHashSet<>();
        for (Delta.OfObject<T> delta : listed) {
            keys.add(delta.key());
            append(delta);
        }
        List<DeletedFinalStateUnknown<T>> gone = new ArrayList<>();
        items.forEach((key, deltas) -> {
            if (!keys.contains(key)) {
                gone.add(new DeletedFinalStateUnknown<>(key, lastState(deltas.getLast())));
            }
        });
        if (known != null) {
            for (Key key : known.listKeys()) {
                if (!keys.contains(key) && !items.containsKey(key)) {
                    gone.add(new DeletedFinalStateUnknown<>(
                            key, findKnown(known, key).orElse(null)));
                }
            }
        }
        gone.forEach(tombstone -> append(new Delta.Deleted<>(tombstone)));
        return keys.size() + gone.size();
    }

    /** {@return the object that a delta tells of, null if it is a tombstone without one} */
    static <T> @Nullable T lastState(Delta.OfObject<T> delta) {
        return switch (delta) {
            case Delta.Present<T> present -> present.object();
            case Delta.Deleted<T>(DeletedFinalState<T> deleted) -> deleted.object();
            case Delta.Deleted<T>(DeletedFinalStateUnknown<T> deleted) -> deleted.lastKnown();
        };
    }

    /** {@return a known object; none as well if looking it up fails} */
    static <T> Optional<T> findKnown(KnownObjects<T> known, Key key) {
        try {
            return known.findByKey(key);
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Appends each known object for which nothing is queued; what is queued is newer than what is known. */
    void resync() {
        if (known == null) {
            return;
        }
        for (Key key : known.listKeys()) {
            if (!items.containsKey(key)) {
                findKnown(known, key).ifPresent(object -> append(new Delta.Sync<>(key, object)));
            }
        }
    }

    /** {@return the deltas at the head, which leave the queue} */
    List<Delta.OfObject<T>> remove() {
        Iterator<List<Delta.OfObject<T>>> head = items.values().iterator();
        List<Delta.OfObject<T>> deltas = head.next();
        head.remove();
        return deltas;
    }

    /** Puts deltas at the tail, unless something is queued for their key. */
    void addIfNotPresent(List<Delta.OfObject<T>> deltas) {
        items.putIfAbsent(deltas.getLast().key(), new ArrayList<>(deltas));
    }
}
