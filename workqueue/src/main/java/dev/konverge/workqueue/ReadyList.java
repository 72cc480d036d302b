package dev.konverge.workqueue;

import java.util.Map;

/** The slots that can be handed out, in their order. */
sealed interface ReadyList permits Fifo, Lanes, CustomOrder {
    /** Adds a slot that is not in the list. */
    void push(int slot, int priority, long now);

    /** A slot that is in the list was added once more. */
    void touch(int slot, int priority, long now);

    /** Takes the next slot, {@link KeySlab#NONE} if there is none. */
    int pop();

    /** How many slots are in the list. */
    int size();

    /** How many slots there are of each priority, where there are any. */
    Map<Integer, Integer> sizeByPriority();

    default boolean isEmpty() {
        return size() == 0;
    }
}
