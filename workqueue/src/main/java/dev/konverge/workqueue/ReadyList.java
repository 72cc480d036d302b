package dev.konverge.workqueue;

import java.util.Map;

/** The slots that can be handed out, in their order. */
sealed interface ReadyList permits Fifo, Lanes, CustomOrder {
    /** Adds a slot that is not in the list. */
    void push(int slot, int priority, long now);

    /** A slot that is in the list was added once more. */
    void touch(int slot, int priority, long now);

    /** A slot that is handed out was added, perhaps once more. By default its place is that of its return. */
    default void reserve(int slot, int priority, long now) {}

    /** Adds a slot that was reserved a place, and is not handed out any more. */
    default void pushReserved(int slot, int priority, long now) {
        push(slot, priority, now);
    }

    /** Takes the next slot, {@link KeySlab#NONE} if there is none. */
    int pop();

    /** How many slots are in the list. */
    int size();

    /** How many slots, with those that were reserved a place {@code depth} in all, there are of each priority. */
    default Map<Integer, Integer> byPriority(int depth) {
        return depth == 0 ? Map.of() : Map.of(AddOptions.DEFAULT_PRIORITY, depth);
    }

    default boolean isEmpty() {
        return size() == 0;
    }
}
