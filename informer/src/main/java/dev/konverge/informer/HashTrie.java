package dev.konverge.informer;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of entries by key, of which a changed copy shares all but a few hundred bytes.
 *
 * <p>Leaves hold up to 32 entries beside their hashes, so an entry costs about a dozen bytes: the key itself is not kept, the
 * entry must {@linkplain Keying know} it. Above the leaves are branches of four. A leaf that grows too big becomes a branch, and
 * a branch with little left in it becomes a leaf again.
 *
 * @param <K> the type of the keys
 * @param <E> the type of the entries
 */
final class HashTrie<K, E> {
    private final Keying<K, E> keying;
    private final TrieNode root;
    private final int size;

    private HashTrie(Keying<K, E> keying, TrieNode root, int size) {
        this.keying = keying;
        this.root = root;
        this.size = size;
    }

    /** {@return the trie without entries} */
    static <K, E> HashTrie<K, E> empty(Keying<K, E> keying) {
        return new HashTrie<>(keying, TrieNode.Leaf.EMPTY, 0);
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** {@return the entry with a key, null if there is none} */
    @SuppressWarnings("unchecked") // only entries of type E are put in
    @Nullable
    E find(K key) {
        int hash = keying.hash(key);
        TrieNode node = root;
        for (int shift = 0; node instanceof TrieNode.Branch branch; shift += TrieNode.BITS) {
            node = branch.child(TrieNode.slot(hash, shift));
        }
        TrieNode.Leaf leaf = (TrieNode.Leaf) node;
        int at = indexOf(leaf, hash, key);
        return at < 0 ? null : (E) leaf.entry(at);
    }

    /** {@return this trie with an entry, in place of the one with the same key} */
    HashTrie<K, E> with(K key, E entry) {
        return with(key, entry, new Displaced<>());
    }

    /** {@return this trie with an entry, in place of the one with the same key} The latter is put aside. */
    HashTrie<K, E> with(K key, E entry, Displaced<E> displaced) {
        TrieNode changed = with(root, keying.hash(key), 0, key, entry, displaced);
        return new HashTrie<>(keying, changed, displaced.entry == null ? size + 1 : size);
    }

    @SuppressWarnings("unchecked") // only entries of type E are put in
    private TrieNode with(TrieNode node, int hash, int shift, K key, E entry, Displaced<E> displaced) {
        if (node instanceof TrieNode.Branch branch) {
            int slot = TrieNode.slot(hash, shift);
            return branch.with(slot, with(branch.child(slot), hash, shift + TrieNode.BITS, key, entry, displaced));
        }
        TrieNode.Leaf leaf = (TrieNode.Leaf) node;
        int at = indexOf(leaf, hash, key);
        if (at >= 0) {
            displaced.entry = (E) leaf.entry(at);
            return leaf.replacing(at, entry);
        }
        return leaf.with(~at, hash, entry).splitAt(shift);
    }

    /** {@return this trie without the entry with a key; this very one if there is none} */
    HashTrie<K, E> without(K key) {
        int hash = keying.hash(key);
        TrieNode changed = without(root, hash, 0, key);
        return changed == root ? this : new HashTrie<>(keying, changed, size - 1);
    }

    private TrieNode without(TrieNode node, int hash, int shift, K key) {
        if (node instanceof TrieNode.Branch branch) {
            int slot = TrieNode.slot(hash, shift);
            TrieNode child = branch.child(slot);
            TrieNode changed = without(child, hash, shift + TrieNode.BITS, key);
            return changed == child ? branch : branch.with(slot, changed).joined();
        }
        TrieNode.Leaf leaf = (TrieNode.Leaf) node;
        int at = indexOf(leaf, hash, key);
        return at < 0 ? leaf : leaf.without(at);
    }

    /** Hands out all entries, in no particular order, but in the same one whenever the same changes were made. */
    @SuppressWarnings("unchecked") // only entries of type E are put in
    void forEach(Consumer<? super E> consumer) {
        root.forEach(entry -> consumer.accept((E) entry));
    }

    /** {@return the place of a key in a leaf, or the complement of the place where it would have to be} */
    @SuppressWarnings("unchecked") // only entries of type E are put in
    private int indexOf(TrieNode.Leaf leaf, int hash, K key) {
        int low = 0;
        int high = leaf.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Integer.compare(leaf.hash(middle), hash);
            if (order == 0) {
                order = keying.compare((E) leaf.entry(middle), key);
            }
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    /**
     * The entry that another took the place of: what a change comes by on its way, and what would else cost a way of its own.
     *
     * @param <E> the type of the entries
     */
    static final class Displaced<E> {
        private @Nullable E entry;

        /** {@return the entry, null if there was none} */
        @Nullable
        E entry() {
            return entry;
        }
    }

    /**
     * Collects entries to make a trie of them at once, which is several times quicker than one after the other.
     *
     * @param <K> the type of the keys
     * @param <E> the type of the entries
     */
    static final class Builder<K, E> {
        private final Keying<K, E> keying;
        private final int[] hashes;
        private final Object[] keys;
        private final Object[] entries;
        private int count;
        private int repeated;

        /** A builder of a trie with up to {@code capacity} entries. */
        Builder(Keying<K, E> keying, int capacity) {
            this.keying = keying;
            this.hashes = new int[capacity];
            this.keys = new Object[capacity];
            this.entries = new Object[capacity];
        }

        /** Adds an entry, in place of the one with the same key. */
        void put(K key, E entry) {
            hashes[count] = keying.hash(key);
            keys[count] = key;
            entries[count] = entry;
            count++;
        }

        HashTrie<K, E> build() {
            int[] order = new int[count];
            for (int i = 0; i < count; i++) {
                order[i] = i;
            }
            TrieNode root = node(order, count, 0);
            return new HashTrie<>(keying, root, count - repeated);
        }

        private TrieNode node(int[] order, int length, int shift) {
            if (length <= TrieNode.LEAF_MAX || shift >= Integer.SIZE) {
                return leaf(order, length);
            }
            int[][] parts = parts(order, length, shift);
            TrieNode.Branch branch = TrieNode.Branch.EMPTY;
            for (int slot = 0; slot < TrieNode.WIDTH; slot++) {
                branch = branch.with(slot, node(parts[slot], parts[slot].length, shift + TrieNode.BITS));
            }
            return branch.joined();
        }

        /** In the order of the entries, so that the last of several with one key stays the last. */
        private int[][] parts(int[] order, int length, int shift) {
            int[] lengths = new int[TrieNode.WIDTH];
            for (int i = 0; i < length; i++) {
                lengths[TrieNode.slot(hashes[order[i]], shift)]++;
            }
            int[][] parts = new int[TrieNode.WIDTH][];
            for (int slot = 0; slot < TrieNode.WIDTH; slot++) {
                parts[slot] = new int[lengths[slot]];
                lengths[slot] = 0;
            }
            for (int i = 0; i < length; i++) {
                int slot = TrieNode.slot(hashes[order[i]], shift);
                parts[slot][lengths[slot]++] = order[i];
            }
            return parts;
        }

        private TrieNode leaf(int[] order, int length) {
            long[] sorted = new long[length];
            for (int i = 0; i < length; i++) {
                sorted[i] = (long) hashes[order[i]] << Integer.SIZE | i;
            }
            Arrays.sort(sorted);
            int[] leafHashes = new int[length];
            Object[] leafEntries = new Object[length];
            for (int i = 0; i < length; i++) {
                int hash = (int) (sorted[i] >> Integer.SIZE);
                if (i > 0 && hash == leafHashes[i - 1]) {
                    return leafOfEqualHashes(order, length);
                }
                leafHashes[i] = hash;
                leafEntries[i] = entries[order[(int) sorted[i]]];
            }
            return TrieNode.Leaf.of(leafHashes, leafEntries, length);
        }

        /** The same where the keys decide too: some keys have equal hashes, or are equal. */
        private TrieNode leafOfEqualHashes(int[] order, int length) {
            Integer[] sorted = new Integer[length];
            for (int i = 0; i < length; i++) {
                sorted[i] = order[i];
            }
            // Stable, so that the last of several with one key stays the last.
            Arrays.sort(sorted, this::compare);
            int[] leafHashes = new int[length];
            Object[] leafEntries = new Object[length];
            int kept = 0;
            for (int i = 0; i < length; i++) {
                if (i + 1 == length || compare(sorted[i], sorted[i + 1]) != 0) {
                    leafHashes[kept] = hashes[sorted[i]];
                    leafEntries[kept] = entries[sorted[i]];
                    kept++;
                }
            }
            repeated += length - kept;
            return TrieNode.Leaf.of(leafHashes, leafEntries, kept);
        }

        @SuppressWarnings("unchecked") // only keys and entries of these types are put in
        private int compare(int one, int other) {
            int byHash = Integer.compare(hashes[one], hashes[other]);
            return byHash != 0 ? byHash : keying.compare((E) entries[one], (K) keys[other]);
        }
    }
}
