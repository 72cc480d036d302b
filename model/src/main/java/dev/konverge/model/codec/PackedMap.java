package dev.konverge.model.codec;

import java.lang.invoke.VarHandle;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map with string keys in one array, in the order it was given. A label map of eight entries takes a
 * quarter of what a {@code HashMap} takes, and iterates in a stable order.
 */
final class PackedMap<V> extends AbstractMap<String, V> {
    private static final PackedMap<?> EMPTY = new PackedMap<>(new Object[0], true);

    /** Up to this many entries a look-up compares keys one by one. */
    private static final int SCAN = 8;

    /** Key, value, key, value, …; keys are distinct. */
    private final Object[] pairs;

    /**
     * Positions in {@link #pairs} by hash of the key, open addressing, -1 for a free slot; made by the first look-up
     * that wants it. Written by any reader; all write equal contents, each filled before it is published, so a race does
     * no harm.
     */
    private int @Nullable [] index;

    /** Whether the keys ascend as {@link #compareKeys} says. */
    private final boolean sorted;

    private PackedMap(Object[] pairs, boolean sorted) {
        this.pairs = pairs;
        this.sorted = sorted;
    }

    @SuppressWarnings("unchecked") // the empty map has no value of a wrong type
    static <V> PackedMap<V> empty() {
        return (PackedMap<V>) EMPTY;
    }

    /** Takes the array over: key, value, key, value, …, with distinct keys. */
    static <V> PackedMap<V> of(Object[] pairs, boolean sorted) {
        return pairs.length == 0 ? empty() : new PackedMap<>(pairs, sorted);
    }

    boolean isSorted() {
        return sorted;
    }

    static boolean isSorted(Object[] pairs) {
        for (int i = 2; i < pairs.length; i += 2) {
            if (compareKeys((String) pairs[i - 2], (String) pairs[i]) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Sorts pairs by key as Kubernetes does. */
    static void sort(Object[] pairs) {
        if (isSorted(pairs)) {
            return;
        }
        Integer[] order = new Integer[pairs.length / 2];
        Arrays.setAll(order, i -> 2 * i);
        Arrays.sort(order, (a, b) -> compareKeys((String) pairs[a], (String) pairs[b]));
        Object[] copy = pairs.clone();
        for (int i = 0; i < order.length; i++) {
            pairs[2 * i] = copy[order[i]];
            pairs[2 * i + 1] = copy[order[i] + 1];
        }
    }

    /** The order of the keys' UTF-8 bytes, which differs from {@code compareTo} for characters beyond the BMP. */
    static int compareKeys(String a, String b) {
        int n = Math.min(a.length(), b.length());
        for (int i = 0; i < n; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean xs = Character.isSurrogate(x);
                return xs == Character.isSurrogate(y) ? Character.compare(x, y) : xs ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    @Override
    public int size() {
        return pairs.length / 2;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return position(key) >= 0;
    }

    @Override
    @SuppressWarnings("unchecked") // odd positions hold values
    public @Nullable V get(@Nullable Object key) {
        int i = position(key);
        return i < 0 ? null : (V) pairs[i + 1];
    }

    private int position(@Nullable Object key) {
        if (key == null) {
            return -1;
        }
        if (pairs.length > 2 * SCAN) {
            return indexedPosition(key);
        }
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private int indexedPosition(Object key) {
        int[] index = this.index;
        if (index == null) {
            index = makeIndex();
            // A reader without a lock may see the array: it must not see it unfilled, where a key is absent.
            VarHandle.releaseFence();
            this.index = index;
        }
        int mask = index.length - 1;
        for (int slot = spread(key) & mask; index[slot] >= 0; slot = (slot + 1) & mask) {
            if (pairs[index[slot]].equals(key)) {
                return index[slot];
            }
        }
        return -1;
    }

    private int[] makeIndex() {
        int[] index = new int[Integer.highestOneBit(pairs.length) * 2];
        Arrays.fill(index, -1);
        int mask = index.length - 1;
        for (int i = 0; i < pairs.length; i += 2) {
            int slot = spread(pairs[i]) & mask;
            while (index[slot] >= 0) {
                slot = (slot + 1) & mask;
            }
            index[slot] = i;
        }
        return index;
    }

    private static int spread(Object key) {
        int h = key.hashCode();
        return h ^ (h >>> 16);
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return PackedMap.this.size();
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, V>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < pairs.length;
        }

        @Override
        @SuppressWarnings("unchecked") // odd positions hold values
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Map.Entry<String, V> entry = Map.entry((String) pairs[next], (V) pairs[next + 1]);
            next += 2;
            return entry;
        }
    }

    /** {@return the i-th key} */
    String keyAt(int i) {
        return (String) pairs[2 * i];
    }

    /** {@return the i-th value} */
    @SuppressWarnings("unchecked") // odd positions hold values
    V valueAt(int i) {
        return (V) pairs[2 * i + 1];
    }
}
