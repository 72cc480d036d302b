package dev.konverge.workqueue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What keys carry besides themselves: causes, a priority, and since when they wait. Most carry nothing, and cost nothing here.
 *
 * <p>A key has two parts of it: one goes with its next hand-out, the other joins that when its delay is over.
 */
final class Riders {
    private static final class Rider {
        Causes causes = Causes.NONE;
        int priority = AddOptions.DEFAULT_PRIORITY;
        long since;
        Causes delayedCauses = Causes.NONE;
        int delayedPriority = AddOptions.DEFAULT_PRIORITY;
    }

    private final boolean keepsTime;

    /** Room for up to this many slots is kept when the last rider leaves. */
    private static final int KEPT = 1 << 16;

    /** By slot; null, or beyond the end, for a key that carries nothing. */
    private @Nullable Rider[] riders = new Rider[0];

    private int count;

    Riders(boolean keepsTime) {
        this.keepsTime = keepsTime;
    }

    private @Nullable Rider find(int slot) {
        return slot < riders.length ? riders[slot] : null;
    }

    private Rider make(int slot) {
        if (slot >= riders.length) {
            riders = Arrays.copyOf(riders, Math.max(slot + 1, riders.length * 2));
        }
        var rider = new Rider();
        riders[slot] = rider;
        count++;
        return rider;
    }

    /**
     * Notes a request for a hand-out.
     *
     * @param first whether no other such request is pending
     */
    void note(int slot, boolean first, int priority, Causes causes, long now) {
        Rider rider = find(slot);
        if (rider == null) {
            if (causes.isEmpty() && priority == AddOptions.DEFAULT_PRIORITY && !keepsTime) {
                return;
            }
            rider = make(slot);
        }
        if (first) {
            rider.since = now;
            rider.priority = priority;
            rider.causes = causes;
        } else {
            rider.priority = Math.max(rider.priority, priority);
            rider.causes = rider.causes.and(causes);
        }
    }

    /** The same for a request that waits for the end of its delay. */
    void noteDelayed(int slot, boolean first, int priority, Causes causes) {
        Rider rider = find(slot);
        if (rider == null) {
            if (causes.isEmpty() && priority == AddOptions.DEFAULT_PRIORITY) {
                return;
            }
            rider = make(slot);
        }
        if (first) {
            rider.delayedPriority = priority;
            rider.delayedCauses = causes;
        } else {
            rider.delayedPriority = Math.max(rider.delayedPriority, priority);
            rider.delayedCauses = rider.delayedCauses.and(causes);
        }
    }

    /** The highest priority of the pending requests. */
    int priority(int slot) {
        Rider rider = find(slot);
        return rider == null ? AddOptions.DEFAULT_PRIORITY : rider.priority;
    }

    Causes causes(int slot) {
        Rider rider = find(slot);
        return rider == null ? Causes.NONE : rider.causes;
    }

    /** The time of the first pending request, if time is kept. */
    long since(int slot) {
        Rider rider = find(slot);
        return rider == null ? 0 : rider.since;
    }

    /** The highest priority of the requests that wait for the end of their delay. */
    int delayedPriority(int slot) {
        Rider rider = find(slot);
        return rider == null ? AddOptions.DEFAULT_PRIORITY : rider.delayedPriority;
    }

    Causes delayedCauses(int slot) {
        Rider rider = find(slot);
        return rider == null ? Causes.NONE : rider.delayedCauses;
    }

    /** Forgets what goes with a hand-out that is made now. */
    void forgetReady(int slot, boolean delayed) {
        Rider rider = find(slot);
        if (rider != null && delayed) {
            rider.causes = Causes.NONE;
        } else if (rider != null) {
            riders[slot] = null;
            count--;
            if (count == 0 && riders.length > KEPT) {
                riders = new Rider[0];
            }
        }
    }

    /** How many slots there is room for. */
    int capacity() {
        return riders.length;
    }
}
