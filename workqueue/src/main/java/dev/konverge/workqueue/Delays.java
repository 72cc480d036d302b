package dev.konverge.workqueue;

import dev.konverge.base.Clock;

/**
 * Slots that wait for a deadline: those whose tick of time has begun in a heap, all others in {@link FarDelays}. A heap of a million
 * slots misses the processor's cache at every step; the heap here has what ends within microseconds.
 *
 * <p>Slots of the same deadline leave it in an order that is not defined, but is always the same for the same calls.
 */
final class Delays {
    /** The {@linkplain KeySlab#place place} of a slot that is not in the heap. */
    private static final int FAR = (1 << 28) - 1;

    /** Slots kept for this many are given back when the last one leaves. */
    private static final int KEPT = 1 << 16;

    private final KeySlab<?> slab;
    private final DelayHeap near;
    private FarDelays far = new FarDelays();

    /** No far slot has an earlier deadline, and one has this one, or had until it was removed. */
    private long soonestFar = Clock.NEVER;

    private int mostFar;

    Delays(KeySlab<?> slab) {
        this.slab = slab;
        this.near = new DelayHeap(slab);
    }

    int size() {
        return near.size() + far.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /**
     * A time before which no deadline is, {@link Clock#NEVER} if there is none. It is the earliest deadline, or that of a slot that was removed;
     * but never one that {@link #isDue} was told has come.
     */
    long nextDeadline() {
        return near.isEmpty() ? soonestFar : near.nextDeadline();
    }

    /** Whether the earliest deadline has come. If so {@link #nextDeadline} tells it, and {@link #removeFirst} takes its slot. */
    boolean isDue(long now) {
        if (near.isEmpty() && soonestFar <= now) {
            // Whose deadline it was may have been removed, and the first bucket begin later than now: that is not
            // poured yet.
            soonestFar = far.earliest();
            while (near.isEmpty() && soonestFar <= now) {
                pour();
            }
        }
        return near.nextDeadline() <= now;
    }

    private void pour() {
        far.pourFirst(near);
        soonestFar = far.earliest();
        if (far.size() == 0) {
            letGo();
        }
    }

    /** The deadline of a slot that waits. */
    long deadlineOf(int slot) {
        return slab.place(slot) == FAR ? far.deadlineOf(slot) : near.deadlineOf(slot);
    }

    /** Adds a slot that does not wait. */
    void add(int slot, long deadline) {
        if (!far.isFar(deadline)) {
            near.add(slot, deadline);
            return;
        }
        slab.setPlace(slot, FAR);
        far.add(slot, deadline);
        mostFar = Math.max(mostFar, far.size());
        soonestFar = Math.min(soonestFar, deadline);
    }

    /** Makes the deadline of a slot that waits an earlier one. */
    void bringForward(int slot, long deadline) {
        if (slab.place(slot) == FAR) {
            remove(slot);
            add(slot, deadline);
        } else {
            near.bringForward(slot, deadline);
        }
    }

    /** Takes the slot with the earliest deadline. */
    int removeFirst() {
        while (near.isEmpty()) {
            pour();
        }
        return near.removeFirst();
    }

    /** Takes a slot that waits. */
    void remove(int slot) {
        if (slab.place(slot) != FAR) {
            near.remove(slot);
            return;
        }
        far.remove(slot);
        if (far.size() == 0) {
            soonestFar = Clock.NEVER;
            letGo();
        }
    }

    private void letGo() {
        if (mostFar > KEPT) {
            far = far.emptied();
            mostFar = 0;
        }
    }
}
