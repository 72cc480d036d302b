package dev.konverge.model;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which element of a list before each element of the list after has been, wherever they stand.
 *
 * <p>Those of which that is certain come first, because they are equal or have the same key. Of the others, those are the same that stand
 * at the same place, if both lists are of one length and nothing says that they are not. The time it takes is linear.
 */
final class Origins {
    private final List<Json> before;
    private final List<Json> after;
    private final Map<Integer, Integer> origins = new HashMap<>();

    /** The places before from which an element has come; the values of {@link #origins}. */
    private final BitSet taken = new BitSet();

    private Origins(List<Json> before, List<Json> after) {
        this.before = before;
        this.after = after;
    }

    /** {@return by the place after, the place before; elements of which nothing is known are not in it} */
    static Map<Integer, Integer> of(List<Json> before, List<Json> after) {
        Origins origins = new Origins(before, after);
        Likeness likeness = new Likeness(before, after);
        origins.equalAt(0);
        origins.equalAt(after.size() - before.size());
        origins.equalAnywhere();
        origins.withSameKey(likeness);
        if (before.size() == after.size()) {
            origins.inPlace(likeness);
        }
        return origins.origins;
    }

    /** Of several equal elements it is the one that has not moved, counted from the beginning or from the end. */
    private void equalAt(int shift) {
        for (int i = Math.max(0, -shift); i < before.size() && i + shift < after.size(); i++) {
            if (isOpen(i, i + shift) && before.get(i).equals(after.get(i + shift))) {
                pair(i, i + shift);
            }
        }
    }

    private void equalAnywhere() {
        Map<Json, Deque<Integer>> left = new HashMap<>();
        for (int i = taken.nextClearBit(0); i < before.size(); i = taken.nextClearBit(i + 1)) {
            left.computeIfAbsent(before.get(i), element -> new ArrayDeque<>()).add(i);
        }
        for (int j = 0; j < after.size(); j++) {
            Deque<Integer> places = origins.containsKey(j) ? null : left.get(after.get(j));
            if (places != null && !places.isEmpty()) {
                pair(places.remove(), j);
            }
        }
    }

    private void withSameKey(Likeness likeness) {
        for (int j = 0; j < after.size(); j++) {
            int place = j;
            likeness.placeBefore(before, after.get(j))
                    .filter(i -> isOpen(i, place))
                    .ifPresent(i -> pair(i, place));
        }
    }

    private void inPlace(Likeness likeness) {
        for (int i = 0; i < before.size(); i++) {
            if (isOpen(i, i) && likeness.of(before.get(i), after.get(i)) != Likeness.NEVER) {
                pair(i, i);
            }
        }
    }

    private boolean isOpen(int i, int j) {
        return !taken.get(i) && !origins.containsKey(j);
    }

    private void pair(int i, int j) {
        taken.set(i);
        origins.put(j, i);
    }
}
