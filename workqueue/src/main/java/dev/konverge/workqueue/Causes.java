package dev.konverge.workqueue;

import java.util.ArrayList;
import java.util.List;

/**
 * Why a key was handed out: what all the adds that were merged into this one hand-out had to say. Immutable.
 *
 * @param all the different causes in the order of their arrival, the first {@value #BOUND} at most
 * @param omitted how many more adds gave a cause that found no place here
 */
public record Causes(List<Cause> all, long omitted) {
    /** How many different causes are kept for a key. */
    public static final int BOUND = 8;

    /** No cause is known. */
    public static final Causes NONE = new Causes(List.of(), 0);

    /** Copies the list. */
    public Causes {
        all = List.copyOf(all);
        if (all.size() > BOUND || omitted < 0) {
            throw new IllegalArgumentException("not a bounded set of causes: " + all + " and " + omitted + " more");
        }
    }

    /** {@return just that one} */
    public static Causes of(Cause cause) {
        return new Causes(List.of(cause), 0);
    }

    /** {@return whether no add had a cause} */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** {@return these and those}; the earliest are kept if they are too many. */
    public Causes and(Causes later) {
        if (later.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return later;
        }
        List<Cause> merged = all;
        long left = omitted + later.omitted;
        for (Cause cause : later.all) {
            if (merged.contains(cause)) {
                continue;
            }
            if (merged.size() == BOUND) {
                left++;
                continue;
            }
            merged = new ArrayList<>(merged);
            merged.add(cause);
        }
        return merged.size() == all.size() && left == omitted ? this : new Causes(merged, left);
    }
}
