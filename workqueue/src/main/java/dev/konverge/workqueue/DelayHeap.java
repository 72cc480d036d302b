package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import java.util.Arrays;

/**
 * Slots in the order of their deadlines: a heap of four children a node, whose slots know their place in it.
 *
 * <p>Slots of the same deadline leave it in an order that is not defined, but is always the same for the same calls.
 */
final class DelayHeap {
    private static final int FIRST_CAPACITY = 16;
    private static final int KEPT_CAPACITY = 1 << 16;

    private final KeySlab<?> slab;
    private long[] deadlines = new long[FIRST_CAPACITY];
    private int[] slots = new int[FIRST_CAPACITY];
    private int size;

    DelayHeap(KeySlab<?> slab) {
        this.slab = slab;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest deadline, {@link Clock#NEVER} if there is none. */
    long nextDeadline() {
        return size == 0 ? Clock.NEVER : deadlines[0];
    }

    /** The deadline of a slot that is in the heap. */
    long deadlineOf(int slot) {
        return deadlines[slab.place(slot)];
    }

    /** Adds a slot that is not in the heap. */
    void add(int slot, long deadline) {
        if (size == slots.length) {
            // By half: a million delayed keys are the one thing here whose memory somebody counts.
            int capacity = size + (size >> 1);
            deadlines = Arrays.copyOf(deadlines, capacity);
            slots = Arrays.copyOf(slots, capacity);
        }
        siftUp(size++, slot, deadline);
    }

    /** Makes the deadline of a slot that is in the heap an earlier one. */
    void bringForward(int slot, long deadline) {
        siftUp(slab.place(slot), slot, deadline);
    }

    /** Takes the slot with the earliest deadline. */
    int removeFirst() {
        int first = slots[0];
        remove(first);
        return first;
    }

    /** Takes a slot that is in the heap. */
    void remove(int slot) {
        int hole = slab.place(slot);
        size--;
        if (hole != size) {
            refill(hole, slots[size], deadlines[size]);
        }
        if (size == 0 && slots.length > KEPT_CAPACITY) {
            deadlines = new long[FIRST_CAPACITY];
            slots = new int[FIRST_CAPACITY];
        }
    }

    private void refill(int hole, int slot, long deadline) {
        if (hole > 0 && deadline < deadlines[parent(hole)]) {
            siftUp(hole, slot, deadline);
        } else {
            siftDown(hole, slot, deadline);
        }
    }

    private static int parent(int place) {
        return (place - 1) >> 2;
    }

    private void siftUp(int from, int slot, long deadline) {
        int place = from;
        while (place > 0 && deadline < deadlines[parent(place)]) {
            put(place, slots[parent(place)], deadlines[parent(place)]);
            place = parent(place);
        }
        put(place, slot, deadline);
    }

    private void siftDown(int from, int slot, long deadline) {
        int place = from;
        for (int child = earliestChild(place);
                child >= 0 && deadlines[child] < deadline;
                child = earliestChild(place)) {
            put(place, slots[child], deadlines[child]);
            place = child;
        }
        put(place, slot, deadline);
    }

    /** Negative if there is no child. */
    private int earliestChild(int place) {
        int first = (place << 2) + 1;
        if (first >= size) {
            return -1;
        }
        int earliest = first;
        int end = Math.min(first + 4, size);
        for (int child = first + 1; child < end; child++) {
            if (deadlines[child] < deadlines[earliest]) {
                earliest = child;
            }
        }
        return earliest;
    }

    private void put(int place, int slot, long deadline) {
        slots[place] = slot;
        deadlines[place] = deadline;
        slab.setPlace(slot, place);
    }
}
