package dev.konverge.informer;

import java.util.Arrays;

/**
 * Collects entries to make a trie of them at once, which is several times quicker than one after the other.
 *
 * @param <K> the type of the keys
 * @param <E> the type of the entries
 */
final class TrieBuilder<K, E> {
    /** So many bits are enough for the place of an entry, and leave a sum of hashes room in a {@code long}. */
    private static final int PLACE_BITS = 30;

    /** How many entries are sorted at a time, about. */
    private static final int PART = 16;

    private final Keying<K, E> keying;

    /** For each entry its hash, without sign, and in the lowest bits its place. Sorted they are a trie, read from left to right. */
    private long[] places;

    private Object[] entries;
    private int count;
    private int repeated;

    /** A builder without entries, with room for some. */
    TrieBuilder(Keying<K, E> keying, int capacity) {
        this.keying = keying;
        this.places = new long[capacity];
        this.entries = new Object[capacity];
    }

    /** Adds an entry, in place of the one with the same key. */
    void put(K key, E entry) {
        putHashed(keying.hash(key), entry);
    }

    /** Adds an entry, in place of the one with the same key, which has this hash. */
    void putHashed(int hash, E entry) {
        if (count == entries.length) {
            places = Arrays.copyOf(places, 2 * count + 1);
            entries = Arrays.copyOf(entries, 2 * count + 1);
        }
        places[count] = Integer.toUnsignedLong(hash) << PLACE_BITS | count;
        entries[count++] = entry;
    }

    /** {@return how many entries were put in, those with the same key included} */
    int size() {
        return count;
    }

    /** Hands out all entries that were put in, in that order. */
    @SuppressWarnings("unchecked") // only entries of type E are put in
    void forEach(Reader<? super E> reader) {
        for (int i = 0; i < count; i++) {
            reader.read(hash(places[i]), (E) entries[i]);
        }
    }

    /** Who reads what was put in. */
    interface Reader<E> {
        void read(int hash, E entry);
    }

    HashTrie<K, E> build() {
        repeated = 0;
        TrieNode root = node(sorted(), 0, count, 0, 0);
        return new HashTrie<>(keying, root, count - repeated);
    }

    /**
     * {@return the places in order} First in parts of a few, by as many of the highest bits as that takes: a sort of all at
     * once would have to be compiled first, and a program that has just begun would wait for it.
     */
    private long[] sorted() {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count / PART);
        int shift = PLACE_BITS + Integer.SIZE - bits;
        int[] bounds = new int[(1 << bits) + 1];
        for (int i = 0; i < count; i++) {
            bounds[(int) (places[i] >>> shift)]++;
        }
        for (int part = 1; part < bounds.length; part++) {
            bounds[part] += bounds[part - 1];
        }
        long[] sorted = new long[count];
        for (int i = 0; i < count; i++) {
            sorted[--bounds[(int) (places[i] >>> shift)]] = places[i];
        }
        for (int part = 1; part < bounds.length; part++) {
            Arrays.sort(sorted, bounds[part - 1], bounds[part]);
        }
        return sorted;
    }

    /** @param least the least hash that can be below the node: those bits that have been used, and zeros */
    private TrieNode node(long[] sorted, int from, int to, long least, int used) {
        if (to - from <= TrieNode.LEAF_MAX || used >= Integer.SIZE) {
            return leaf(sorted, from, to);
        }
        TrieNode.Branch branch = TrieNode.Branch.EMPTY;
        long step = 1L << (Integer.SIZE - used - TrieNode.BITS);
        int begin = from;
        for (int slot = 0; slot < TrieNode.WIDTH; slot++) {
            int next = Arrays.binarySearch(sorted, begin, to, (least + (slot + 1) * step) << PLACE_BITS);
            int end = next < 0 ? ~next : next;
            branch = branch.with(slot, node(sorted, begin, end, least + slot * step, used + TrieNode.BITS));
            begin = end;
        }
        return branch.joined();
    }

    private TrieNode leaf(long[] sorted, int from, int to) {
        int[] leafHashes = new int[to - from];
        Object[] leafEntries = new Object[to - from];
        for (int i = 0; i < leafHashes.length; i++) {
            leafHashes[i] = hash(sorted[from + i]);
            leafEntries[i] = entry(sorted[from + i]);
            if (i > 0 && leafHashes[i] == leafHashes[i - 1]) {
                return leafOfEqualHashes(Arrays.copyOfRange(sorted, from, to));
            }
        }
        return TrieNode.Leaf.of(leafHashes, leafEntries, leafHashes.length);
    }

    /** The same where the keys decide too: some keys have equal hashes, or are equal. */
    private TrieNode leafOfEqualHashes(long[] sorted) {
        // Stable, so that the last of several with one key stays the last.
        Long[] byKey = Arrays.stream(sorted).boxed().sorted(this::compare).toArray(Long[]::new);
        int[] leafHashes = new int[byKey.length];
        Object[] leafEntries = new Object[byKey.length];
        int kept = 0;
        for (int i = 0; i < byKey.length; i++) {
            if (i + 1 == byKey.length || compare(byKey[i], byKey[i + 1]) != 0) {
                leafHashes[kept] = hash(byKey[i]);
                leafEntries[kept] = entry(byKey[i]);
                kept++;
            }
        }
        repeated += byKey.length - kept;
        return TrieNode.Leaf.of(leafHashes, leafEntries, kept);
    }

    private int compare(long one, long other) {
        int byHash = Integer.compareUnsigned(hash(one), hash(other));
        return byHash != 0 ? byHash : keying.compare(entry(one), keying.key(entry(other)));
    }

    private static int hash(long place) {
        return (int) (place >>> PLACE_BITS);
    }

    @SuppressWarnings("unchecked") // only entries of type E are put in
    private E entry(long place) {
        return (E) entries[(int) place & ((1 << PLACE_BITS) - 1)];
    }
}
