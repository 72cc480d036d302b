package dev.konverge.workqueue;

import java.util.Map;

/** First in, first out. Lives in the links of the slab. */
final class Fifo implements ReadyList {
    private final KeySlab<?> slab;
    private int first = KeySlab.NONE;
    private int last = KeySlab.NONE;
    private int size;

    Fifo(KeySlab<?> slab) {
        this.slab = slab;
    }

    @Override
    public void push(int slot, int priority, long now) {
        slab.setLink(slot, KeySlab.NONE);
        if (last == KeySlab.NONE) {
            first = slot;
        } else {
            slab.setLink(last, slot);
        }
        last = slot;
        size++;
    }

    @Override
    public void touch(int slot, int priority, long now) {
        // Keeps the place of the first add.
    }

    @Override
    public int pop() {
        int slot = first;
        if (slot != KeySlab.NONE) {
            first = slab.link(slot);
            if (first == KeySlab.NONE) {
                last = KeySlab.NONE;
            }
            size--;
        }
        return slot;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Map<Integer, Integer> sizeByPriority() {
        return size == 0 ? Map.of() : Map.of(AddOptions.DEFAULT_PRIORITY, size);
    }
}
