package dev.konverge.informer;

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

    HashTrie(Keying<K, E> keying, TrieNode root, int size) {
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
        for (int used = 0; node instanceof TrieNode.Branch branch; used += TrieNode.BITS) {
            node = branch.child(TrieNode.slot(hash, used));
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
    private TrieNode with(TrieNode node, int hash, int used, K key, E entry, Displaced<E> displaced) {
        if (node instanceof TrieNode.Branch branch) {
            int slot = TrieNode.slot(hash, used);
            return branch.with(slot, with(branch.child(slot), hash, used + TrieNode.BITS, key, entry, displaced));
        }
        TrieNode.Leaf leaf = (TrieNode.Leaf) node;
        int at = indexOf(leaf, hash, key);
        if (at >= 0) {
            displaced.entry = (E) leaf.entry(at);
            return leaf.replacing(at, entry);
        }
        return leaf.with(~at, hash, entry).splitAt(used);
    }

    /** {@return this trie without the entry with a key; this very one if there is none} */
    HashTrie<K, E> without(K key) {
        int hash = keying.hash(key);
        TrieNode changed = without(root, hash, 0, key);
        return changed == root ? this : new HashTrie<>(keying, changed, size - 1);
    }

    private TrieNode without(TrieNode node, int hash, int used, K key) {
        if (node instanceof TrieNode.Branch branch) {
            int slot = TrieNode.slot(hash, used);
            TrieNode child = branch.child(slot);
            TrieNode changed = without(child, hash, used + TrieNode.BITS, key);
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
            int order = Integer.compareUnsigned(leaf.hash(middle), hash);
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

    /** {@return a builder that has all entries, to make others of them} */
    TrieBuilder<K, E> toBuilder() {
        TrieBuilder<K, E> builder = new TrieBuilder<>(keying, size);
        forEach(entry -> builder.put(keying.key(entry), entry));
        return builder;
    }
}
