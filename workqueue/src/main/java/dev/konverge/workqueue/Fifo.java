package dev.konverge.workqueue;

/** First in, first out. Lives in the links of the slab. */
final class Fifo implements ReadyList {
    /** How many slots are looked at together. */
    private static final int AHEAD = 16;

    private final KeySlab<?> slab;
    private int first = KeySlab.NONE;
    private int last = KeySlab.NONE;
    private int size;

    /** How many more slots the slab has foreseen the removal of. */
    private int foreseen;

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
            if (--foreseen < 0) {
                foresee();
            }
            first = slab.link(slot);
            if (first == KeySlab.NONE) {
                last = KeySlab.NONE;
            }
            size--;
        }
        return slot;
    }

    private void foresee() {
        foreseen = 0;
        if (slab.isSpread()) {
            for (int slot = first; slot != KeySlab.NONE && foreseen < AHEAD; slot = slab.link(slot)) {
                slab.foresee(slab.hashOf(slot));
                foreseen++;
            }
        }
    }

    @Override
    public int size() {
        return size;
    }
}
