package dev.konverge.workqueue;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a queue knows, each in a numbered slot with a few bits of state: a hash table without an object an entry.
 *
 * <p>A slot keeps its number from {@link #slotOf} until {@link #remove}. What belongs to a slot lies together, in chunks that are
 * filled in the order of arrival: a long queue is written and read from front to back instead of being chased through the heap,
 * it grows without being copied, and the garbage collector sees a chunk where it would see hundreds of entries.
 *
 * <p>It gives memory back when its last key leaves, and not before: slots keep their numbers, so a single key that stays for ever (a
 * delay that is renewed) may be in any chunk. Free slots are used first, so it has never more than the most keys needed that there were.
 */
final class KeySlab<K> {
    /** There is no such slot. */
    static final int NONE = -1;

    /** Up to this many buckets, and slots, are kept when the last key leaves. */
    private static final int KEPT = 1 << 16;

    private static final int FIRST_BUCKETS = 64;

    private static final int SPREAD = 1 << 15;

    // A chunk has 256 slots of four ints each, a quarter of a cache line a slot.
    private static final int CHUNK_SHIFT = 8;
    private static final int CHUNK = 1 << CHUNK_SHIFT;
    private static final int SLOT_SHIFT = 2;
    private static final int HASH = 0;
    private static final int BITS = 1;
    private static final int LINK = 2;
    private static final int CHAIN = 3;

    private static final int FLAG_COUNT = 4;
    private static final int FLAG_MASK = (1 << FLAG_COUNT) - 1;

    private @Nullable Object[][] keys = {new Object[CHUNK]};
    private int[][] chunks = {new int[CHUNK << SLOT_SHIFT]};

    /** A bucket has a second slot, which the first one is chained to. */
    private static final int MORE = 1 << 31;

    /**
     * The first slot of each bucket; zero for an empty one. In the low bits, as many as a bucket's number has, is the slot's number
     * plus one; in the others, apart from {@link #MORE}, what the hash of its key has there. So most keys that are not known are seen
     * to be unknown here: looking at a slot is a miss of the processor's cache in a long queue. There are always more buckets than slots.
     */
    private int[] buckets = new int[FIRST_BUCKETS];

    /** What {@link #foresee} has read. Not private, or it would be plain that nobody wants to know. */
    int foreseen;

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

    /** How many slots there is room for. */
    int capacity() {
        return chunks.length << CHUNK_SHIFT;
    }

    private int[] chunk(int slot) {
        return chunks[slot >>> CHUNK_SHIFT];
    }

    private static int at(int slot, int field) {
        return ((slot & (CHUNK - 1)) << SLOT_SHIFT) + field;
    }

    private @Nullable Object rawKey(int slot) {
        return keys[slot >>> CHUNK_SHIFT][slot & (CHUNK - 1)];
    }

    /** Whether there are so many buckets that the processor's nearer caches cannot hold them. */
    boolean isSpread() {
        return buckets.length >= SPREAD;
    }

    /** Has the memory at hand that a call for a key of that hash will need. Several in a row wait for it together, calls do not. */
    void foresee(int hash) {
        foreseen += buckets[hash & (buckets.length - 1)];
    }

    /** The slot of that key, a new one without any flag if it has none. */
    int slotOf(K key, int hash) {
        int found = find(key, hash);
        return found != NONE ? found : insert(key, hash);
    }

    /** The slot of that key, {@link #NONE} if it has none. */
    int find(K key, int hash) {
        int mask = buckets.length - 1;
        int bucket = buckets[hash & mask];
        if (bucket == 0) {
            return NONE;
        }
        int slot = (bucket & mask) - 1;
        if (((bucket ^ hash) & ~mask & ~MORE) == 0 && holds(slot, key, hash)) {
            return slot;
        }
        return bucket > 0 ? NONE : findFrom(chunk(slot)[at(slot, CHAIN)], key, hash);
    }

    private int findFrom(int first, K key, int hash) {
        int slot = first;
        while (slot != NONE && !holds(slot, key, hash)) {
            slot = chunk(slot)[at(slot, CHAIN)];
        }
        return slot;
    }

    private boolean holds(int slot, K key, int hash) {
        return hashOf(slot) == hash && key.equals(rawKey(slot));
    }

    private int insert(K key, int hash) {
        if (size >= buckets.length - (buckets.length >> 2)) {
            doubleBuckets();
        }
        int slot = takeFreeSlot();
        int[] chunk = chunk(slot);
        keys[slot >>> CHUNK_SHIFT][slot & (CHUNK - 1)] = key;
        chunk[at(slot, HASH)] = hash;
        chunk[at(slot, BITS)] = 0;
        chain(slot, hash, chunk, buckets);
        size++;
        return slot;
    }

    /** Makes a slot the first of its bucket. */
    private static void chain(int slot, int hash, int[] chunk, int[] buckets) {
        int mask = buckets.length - 1;
        int former = buckets[hash & mask];
        chunk[at(slot, CHAIN)] = former == 0 ? NONE : (former & mask) - 1;
        buckets[hash & mask] = bucket(slot, hash, mask, former != 0);
    }

    private static int bucket(int slot, int hash, int mask, boolean more) {
        return (more ? MORE : 0) | (hash & ~mask & ~MORE) | (slot + 1);
    }

    private int takeFreeSlot() {
        int slot = free;
        if (slot != NONE) {
            free = chunk(slot)[at(slot, LINK)];
            return slot;
        }
        if (fresh == capacity()) {
            addChunks();
        }
        return fresh++;
    }

    /** Makes room for an eighth more: the chunks are not copied, and few are empty. */
    private void addChunks() {
        int old = chunks.length;
        int count = old + Math.max(1, old >> 3);
        @Nullable Object[][] moreKeys = Arrays.copyOf(keys, count);
        int[][] moreChunks = Arrays.copyOf(chunks, count);
        for (int i = old; i < count; i++) {
            moreKeys[i] = new Object[CHUNK];
            moreChunks[i] = new int[CHUNK << SLOT_SHIFT];
        }
        keys = moreKeys;
        chunks = moreChunks;
    }

    private void doubleBuckets() {
        int[] larger = new int[buckets.length * 2];
        for (int slot = 0; slot < fresh; slot++) {
            // In the order of the slots, which is that of the memory; some may be free.
            if (rawKey(slot) != null) {
                chain(slot, hashOf(slot), chunk(slot), larger);
            }
        }
        buckets = larger;
    }

    /** Forgets the key of that slot. */
    void remove(int slot) {
        int[] chunk = chunk(slot);
        unchain(slot, chunk[at(slot, HASH)]);
        keys[slot >>> CHUNK_SHIFT][slot & (CHUNK - 1)] = null;
        chunk[at(slot, BITS)] = 0;
        chunk[at(slot, LINK)] = free;
        free = slot;
        size--;
        if (size == 0) {
            startAfresh();
        }
    }

    private void unchain(int slot, int hash) {
        int mask = buckets.length - 1;
        int next = chunk(slot)[at(slot, CHAIN)];
        int first = (buckets[hash & mask] & mask) - 1;
        if (first == slot) {
            buckets[hash & mask] =
                    next == NONE ? 0 : bucket(next, hashOf(next), mask, chunk(next)[at(next, CHAIN)] != NONE);
            return;
        }
        int before = first;
        while (chunk(before)[at(before, CHAIN)] != slot) {
            before = chunk(before)[at(before, CHAIN)];
        }
        chunk(before)[at(before, CHAIN)] = next;
        if (before == first && next == NONE) {
            buckets[hash & mask] &= ~MORE;
        }
    }

    private void startAfresh() {
        // Without keys the order of the free slots is nothing but a shuffle of the memory.
        fresh = 0;
        free = NONE;
        if (buckets.length > KEPT) {
            buckets = new int[FIRST_BUCKETS];
        }
        if (capacity() > KEPT) {
            @Nullable Object[][] fewerKeys = Arrays.copyOf(keys, KEPT >> CHUNK_SHIFT);
            int[][] fewerChunks = Arrays.copyOf(chunks, KEPT >> CHUNK_SHIFT);
            keys = fewerKeys;
            chunks = fewerChunks;
        }
    }

    @SuppressWarnings("unchecked") // Only a K is ever put there.
    K key(int slot) {
        return (K) Objects.requireNonNull(rawKey(slot));
    }

    /** The hash of the slot's key. */
    int hashOf(int slot) {
        return chunk(slot)[at(slot, HASH)];
    }

    boolean has(int slot, int flag) {
        return (chunk(slot)[at(slot, BITS)] & flag) != 0;
    }

    int flags(int slot) {
        return chunk(slot)[at(slot, BITS)] & FLAG_MASK;
    }

    void raise(int slot, int flag) {
        chunk(slot)[at(slot, BITS)] |= flag;
    }

    void clear(int slot, int flag) {
        chunk(slot)[at(slot, BITS)] &= ~flag;
    }

    /** A number of up to 28 bits that is kept for the {@link DelayHeap}. */
    int place(int slot) {
        return chunk(slot)[at(slot, BITS)] >>> FLAG_COUNT;
    }

    void setPlace(int slot, int place) {
        int[] chunk = chunk(slot);
        chunk[at(slot, BITS)] = (place << FLAG_COUNT) | (chunk[at(slot, BITS)] & FLAG_MASK);
    }

    /** A number that is kept for whoever lists the slot. */
    int link(int slot) {
        return chunk(slot)[at(slot, LINK)];
    }

    void setLink(int slot, int link) {
        chunk(slot)[at(slot, LINK)] = link;
    }
}
