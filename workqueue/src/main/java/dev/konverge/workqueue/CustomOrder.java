package dev.konverge.workqueue;

/** Somebody else's order. */
final class CustomOrder<K> implements ReadyList {
    private final KeySlab<K> slab;
    private final Ordering<K> ordering;

    CustomOrder(KeySlab<K> slab, Ordering<K> ordering) {
        this.slab = slab;
        this.ordering = ordering;
    }

    @Override
    public void push(int slot, int priority, long now) {
        ordering.push(slab.key(slot));
    }

    @Override
    public void touch(int slot, int priority, long now) {
        ordering.touch(slab.key(slot));
    }

    @Override
    public int pop() {
        K key = ordering.pop();
        if (key == null) {
            return KeySlab.NONE;
        }
        int slot = slab.find(key, KeySlab.hash(key));
        if (slot == KeySlab.NONE || !slab.has(slot, QueueCore.READY)) {
            throw new IllegalStateException("the ordering handed out a key that it does not have: " + key);
        }
        return slot;
    }

    @Override
    public int size() {
        return ordering.len();
    }
}
