package dev.konverge.workqueue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a queue knows, each in a numbered slot with a few bits of state: a hash table without an object an entry.
 *
 * <p>A slot keeps its number from {@link #slotOf} until {@link #remove}. What belongs to a slot lies together in one array, in
 * the order of arrival, so that a long queue is written and read from front to back instead of being chased through the heap,
 * and the garbage collector sees three arrays instead of a million entries.
 */
final class KeySlab<K> {
    /** There is no such slot. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;

    /** Up to this many slots are kept when the last key leaves. */
    private static final int KEPT_CAPACITY = 1 << 16;

    // The fields of a slot: four ints, a quarter of a cache line.
    private static final int SHIFT = 2;
    private static final int HASH = 0;
    private static final int BITS = 1;
    private static final int LINK = 2;
    private static final int CHAIN = 3;

    private static final int FLAG_COUNT = 4;
    private static final int FLAG_MASK = (1 << FLAG_COUNT) - 1;

    @Nullable
    Object[] keys = new Object[FIRST_CAPACITY];

    private int[] slots = new int[FIRST_CAPACITY << SHIFT];

    /** The first slot of each bucket, {@link #NONE} for an empty one. As many as there may be slots. */
    private int[] buckets = emptyBuckets(FIRST_CAPACITY);

    /** Slots from here on were never used. */
    private int fresh;

    /** The first of the slots that are free again, linked by their {@code LINK}. */
    private int free = NONE;

    private int size;

    /** Spreads a hash code for {@link #slotOf}. */
    static int hash(Object key) {
        int h = key.hashCode();
        return h ^ (h >>> 16);
    }

    int size() {
        return size;
    }

    int capacity() {
        return keys.length;
    }

    /** The slot of that key, a new one without any flag if it has none. */
    int slotOf(K key, int hash) {
        int found = find(key, hash);
        return found != NONE ? found : insert(key, hash);
    }

    /** The slot of that key, {@link #NONE} if it has none. */
    int find(K key, int hash) {
        int[] all = slots;
        for (int slot = buckets[hash & (buckets.length - 1)]; slot != NONE; slot = all[(slot << SHIFT) + CHAIN]) {
            if (all[(slot << SHIFT) + HASH] == hash && key.equals(keys[slot])) {
                return slot;
            }
        }
        return NONE;
    }

    private int insert(K key, int hash) {
        int slot = takeFreeSlot();
        int base = slot << SHIFT;
        int bucket = hash & (buckets.length - 1);
        keys[slot] = key;
        slots[base + HASH] = hash;
        slots[base + BITS] = 0;
        slots[base + CHAIN] = buckets[bucket];
        buckets[bucket] = slot;
        size++;
        return slot;
    }

    private int takeFreeSlot() {
        int slot = free;
        if (slot != NONE) {
            free = slots[(slot << SHIFT) + LINK];
            return slot;
        }
        if (fresh == keys.length) {
            grow();
        }
        return fresh++;
    }

    private void grow() {
        int capacity = keys.length * 2;
        keys = Arrays.copyOf(keys, capacity);
        slots = Arrays.copyOf(slots, capacity << SHIFT);
        buckets = emptyBuckets(capacity);
        // It grows only when no slot is free, so all of them have a key.
        for (int slot = 0; slot < fresh; slot++) {
            int base = slot << SHIFT;
            int bucket = slots[base + HASH] & (capacity - 1);
            slots[base + CHAIN] = buckets[bucket];
            buckets[bucket] = slot;
        }
    }

    private static int[] emptyBuckets(int count) {
        int[] buckets = new int[count];
        Arrays.fill(buckets, NONE);
        return buckets;
    }

    /** Forgets the key of that slot. */
    void remove(int slot) {
        int base = slot << SHIFT;
        unchain(slot, slots[base + HASH] & (buckets.length - 1));
        keys[slot] = null;
        slots[base + LINK] = free;
        free = slot;
        size--;
        if (size == 0) {
            startAfresh();
        }
    }

    private void unchain(int slot, int bucket) {
        int next = slots[(slot << SHIFT) + CHAIN];
        int before = buckets[bucket];
        if (before == slot) {
            buckets[bucket] = next;
            return;
        }
        while (slots[(before << SHIFT) + CHAIN] != slot) {
            before = slots[(before << SHIFT) + CHAIN];
        }
        slots[(before << SHIFT) + CHAIN] = next;
    }

    private void startAfresh() {
        // Without keys the order of the free slots is nothing but a shuffle of the memory.
        fresh = 0;
        free = NONE;
        if (keys.length > KEPT_CAPACITY) {
            keys = new Object[FIRST_CAPACITY];
            slots = new int[FIRST_CAPACITY << SHIFT];
            buckets = emptyBuckets(FIRST_CAPACITY);
        }
    }

    @SuppressWarnings("unchecked") // Only a K is ever put there.
    K key(int slot) {
        return (K) java.util.Objects.requireNonNull(keys[slot]);
    }

    boolean has(int slot, int flag) {
        return (slots[(slot << SHIFT) + BITS] & flag) != 0;
    }

    int flags(int slot) {
        return slots[(slot << SHIFT) + BITS] & FLAG_MASK;
    }

    void raise(int slot, int flag) {
        slots[(slot << SHIFT) + BITS] |= flag;
    }

    void clear(int slot, int flag) {
        slots[(slot << SHIFT) + BITS] &= ~flag;
    }

    /** A number of up to 28 bits that is kept for the {@link DelayHeap}. */
    int place(int slot) {
        return slots[(slot << SHIFT) + BITS] >>> FLAG_COUNT;
    }

    void setPlace(int slot, int place) {
        int at = (slot << SHIFT) + BITS;
        slots[at] = (place << FLAG_COUNT) | (slots[at] & FLAG_MASK);
    }

    /** A number that is kept for whoever lists the slot. */
    int link(int slot) {
        return slots[(slot << SHIFT) + LINK];
    }

    void setLink(int slot, int link) {
        slots[(slot << SHIFT) + LINK] = link;
    }
}
