package dev.konverge.informer;

import java.util.Arrays;
import java.util.function.Consumer;

/** A part of a {@link HashTrie}. Immutable; the arrays are never written after construction, and are shared by copies. */
sealed interface TrieNode {
    /** How many bits of a hash choose a child of a branch. */
    int BITS = 2;

    /** How many children a branch has. */
    int WIDTH = 1 << BITS;

    /** How many entries a leaf has at most, except where no bits are left to tell them apart. */
    int LEAF_MAX = 32;

    /** How many entries four leaves have at most to become one: so few that the next entries do not split it again. */
    int JOIN_MAX = 16;

    /** {@return which child of a branch a hash belongs to, where so many of its highest bits have been used} */
    static int slot(int hash, int used) {
        return (hash >>> (Integer.SIZE - BITS - used)) & (WIDTH - 1);
    }

    /** Hands out all entries. */
    void forEach(Consumer<Object> consumer);

    /** Some entries, each beside its hash, ordered by hash, without sign, and then by key. */
    final class Leaf implements TrieNode {
        static final Leaf EMPTY = new Leaf(new int[0], new Object[0]);

        private final int[] hashes;
        private final Object[] entries;

        private Leaf(int[] hashes, Object[] entries) {
            this.hashes = hashes;
            this.entries = entries;
        }

        /** {@return a leaf of the first {@code length} entries} It may keep the arrays. */
        static Leaf of(int[] hashes, Object[] entries, int length) {
            if (length == 0) {
                return EMPTY;
            }
            return length == hashes.length
                    ? new Leaf(hashes, entries)
                    : new Leaf(Arrays.copyOf(hashes, length), Arrays.copyOf(entries, length));
        }

        Object entry(int at) {
            return entries[at];
        }

        int hash(int at) {
            return hashes[at];
        }

        int size() {
            return hashes.length;
        }

        Leaf replacing(int at, Object entry) {
            Object[] changed = entries.clone();
            changed[at] = entry;
            return new Leaf(hashes, changed);
        }

        Leaf with(int at, int hash, Object entry) {
            int length = hashes.length;
            int[] moreHashes = Arrays.copyOf(hashes, length + 1);
            Object[] moreEntries = Arrays.copyOf(entries, length + 1);
            System.arraycopy(hashes, at, moreHashes, at + 1, length - at);
            System.arraycopy(entries, at, moreEntries, at + 1, length - at);
            moreHashes[at] = hash;
            moreEntries[at] = entry;
            return new Leaf(moreHashes, moreEntries);
        }

        Leaf without(int at) {
            int length = hashes.length - 1;
            if (length == 0) {
                return EMPTY;
            }
            int[] lessHashes = Arrays.copyOf(hashes, length);
            Object[] lessEntries = Arrays.copyOf(entries, length);
            System.arraycopy(hashes, at + 1, lessHashes, at, length - at);
            System.arraycopy(entries, at + 1, lessEntries, at, length - at);
            return new Leaf(lessHashes, lessEntries);
        }

        /** {@return this leaf, or a branch in place of it if it is too big} */
        TrieNode splitAt(int used) {
            if (hashes.length <= LEAF_MAX || used >= Integer.SIZE) {
                return this;
            }
            Branch branch = Branch.EMPTY;
            for (int slot = 0; slot < WIDTH; slot++) {
                branch = branch.with(slot, part(slot, used).splitAt(used + BITS));
            }
            return branch;
        }

        private Leaf part(int slot, int used) {
            int[] partHashes = new int[hashes.length];
            Object[] partEntries = new Object[hashes.length];
            int length = 0;
            for (int at = 0; at < hashes.length; at++) {
                if (slot(hashes[at], used) == slot) {
                    partHashes[length] = hashes[at];
                    partEntries[length] = entries[at];
                    length++;
                }
            }
            return of(partHashes, partEntries, length);
        }

        @Override
        public void forEach(Consumer<Object> consumer) {
            for (Object entry : entries) {
                consumer.accept(entry);
            }
        }
    }

    /** Four parts, by the next bits of the hash. */
    final class Branch implements TrieNode {
        static final Branch EMPTY = new Branch(Leaf.EMPTY, Leaf.EMPTY, Leaf.EMPTY, Leaf.EMPTY);

        // Fields and not an array, which would be a second object in the way and half as much memory again.
        private final TrieNode first;
        private final TrieNode second;
        private final TrieNode third;
        private final TrieNode fourth;

        private Branch(TrieNode first, TrieNode second, TrieNode third, TrieNode fourth) {
            this.first = first;
            this.second = second;
            this.third = third;
            this.fourth = fourth;
        }

        TrieNode child(int slot) {
            return switch (slot) {
                case 0 -> first;
                case 1 -> second;
                case 2 -> third;
                default -> fourth;
            };
        }

        Branch with(int slot, TrieNode child) {
            return switch (slot) {
                case 0 -> new Branch(child, second, third, fourth);
                case 1 -> new Branch(first, child, third, fourth);
                case 2 -> new Branch(first, second, child, fourth);
                default -> new Branch(first, second, third, child);
            };
        }

        /** {@return this branch, or a leaf in place of it if there is little in it} */
        TrieNode joined() {
            int length = 0;
            for (int slot = 0; slot < WIDTH; slot++) {
                if (!(child(slot) instanceof Leaf leaf)) {
                    return this;
                }
                length += leaf.hashes.length;
            }
            return length > JOIN_MAX ? this : leafOf(length);
        }

        private Leaf leafOf(int length) {
            int[] hashes = new int[length];
            Object[] entries = new Object[length];
            int count = 0;
            for (int slot = 0; slot < WIDTH; slot++) {
                // Whatever is in one comes before all that is in the next: the order of hashes is that of their highest
                // bits.
                Leaf leaf = (Leaf) child(slot);
                System.arraycopy(leaf.hashes, 0, hashes, count, leaf.size());
                System.arraycopy(leaf.entries, 0, entries, count, leaf.size());
                count += leaf.size();
            }
            return Leaf.of(hashes, entries, length);
        }

        @Override
        public void forEach(Consumer<Object> consumer) {
            first.forEach(consumer);
            second.forEach(consumer);
            third.forEach(consumer);
            fourth.forEach(consumer);
        }
    }
}
