package dev.konverge.apiserver.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map ordered by key. A change makes another map and copies the path to the changed entry, so both share almost
 * everything; finding, changing and counting take a number of steps that is logarithmic in the size.
 *
 * <p>A tree balanced by weight: no subtree has more than three times the weight of its sibling.
 */
final class OrderedMap<K extends Comparable<K>, V> {
    private static final int DELTA = 3;
    private static final int RATIO = 2;

    private final @Nullable Node<K, V> root;

    private OrderedMap(@Nullable Node<K, V> root) {
        this.root = root;
    }

    private record Node<K, V>(
            K key,
            V value,
            @Nullable Node<K, V> left,
            @Nullable Node<K, V> right,
            int size) {}

    /** One entry. */
    record Entry<K, V>(K key, V value) {}

    static <K extends Comparable<K>, V> OrderedMap<K, V> empty() {
        return new OrderedMap<>(null);
    }

    int size() {
        return size(root);
    }

    boolean isEmpty() {
        return root == null;
    }

    @Nullable
    V get(K key) {
        Node<K, V> node = root;
        while (node != null) {
            int order = key.compareTo(node.key);
            if (order == 0) {
                return node.value;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    OrderedMap<K, V> with(K key, V value) {
        return new OrderedMap<>(put(root, key, value));
    }

    OrderedMap<K, V> without(K key) {
        return get(key) == null ? this : new OrderedMap<>(remove(root, key));
    }

    /** How many keys are less than this one. */
    int countBelow(K key) {
        int count = 0;
        Node<K, V> node = root;
        while (node != null) {
            if (key.compareTo(node.key) <= 0) {
                node = node.left;
            } else {
                count += size(node.left) + 1;
                node = node.right;
            }
        }
        return count;
    }

    /** The entry with the greatest key that is not above this one. */
    @Nullable
    Entry<K, V> floor(K key) {
        Node<K, V> best = null;
        Node<K, V> node = root;
        while (node != null) {
            int order = key.compareTo(node.key);
            if (order >= 0) {
                best = node;
            }
            node = order < 0 ? node.left : node.right;
        }
        return best == null ? null : new Entry<>(best.key, best.value);
    }

    @Nullable
    Entry<K, V> first() {
        Node<K, V> node = root;
        while (node != null && node.left != null) {
            node = node.left;
        }
        return node == null ? null : new Entry<>(node.key, node.value);
    }

    /** The keys in their order. */
    Iterable<K> keys() {
        return () -> new Walk<>(root, null, Node::key);
    }

    /** The values in the order of their keys. */
    Iterable<V> values() {
        return () -> new Walk<>(root, null, Node::value);
    }

    /** The values from this key on, in the order of their keys. */
    Iterable<V> valuesFrom(K key) {
        return () -> new Walk<>(root, key, Node::value);
    }

    /** How many steps the longest way to an entry takes. */
    int depth() {
        return depth(root);
    }

    private static int depth(@Nullable Node<?, ?> node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    private static int size(@Nullable Node<?, ?> node) {
        return node == null ? 0 : node.size;
    }

    private static <K, V> Node<K, V> node(K key, V value, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        return new Node<>(key, value, left, right, size(left) + size(right) + 1);
    }

    private static <K extends Comparable<K>, V> Node<K, V> put(@Nullable Node<K, V> node, K key, V value) {
        if (node == null) {
            return new Node<>(key, value, null, null, 1);
        }
        int order = key.compareTo(node.key);
        if (order == 0) {
            return new Node<>(key, value, node.left, node.right, node.size);
        }
        return order < 0
                ? balanced(node, put(node.left, key, value), node.right)
                : balanced(node, node.left, put(node.right, key, value));
    }

    private static <K extends Comparable<K>, V> @Nullable Node<K, V> remove(@Nullable Node<K, V> node, K key) {
        if (node == null) {
            return null;
        }
        int order = key.compareTo(node.key);
        if (order < 0) {
            return balanced(node, remove(node.left, key), node.right);
        }
        if (order > 0) {
            return balanced(node, node.left, remove(node.right, key));
        }
        if (node.left == null) {
            return node.right;
        }
        if (node.right == null) {
            return node.left;
        }
        Node<K, V> next = node.right;
        while (next.left != null) {
            next = next.left;
        }
        return balanced(next, node.left, remove(node.right, next.key));
    }

    private static <K, V> Node<K, V> balanced(
            Node<K, V> middle, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
        int leftSize = size(left);
        int rightSize = size(right);
        if (leftSize + rightSize > 1) {
            if (right != null && rightSize > DELTA * leftSize) {
                return rotatedLeft(middle, left, right);
            }
            if (left != null && leftSize > DELTA * rightSize) {
                return rotatedRight(middle, left, right);
            }
        }
        return node(middle.key, middle.value, left, right);
    }

    private static <K, V> Node<K, V> rotatedLeft(Node<K, V> middle, @Nullable Node<K, V> left, Node<K, V> right) {
        Node<K, V> inner = right.left;
        if (inner == null || inner.size < RATIO * size(right.right)) {
            return node(right.key, right.value, node(middle.key, middle.value, left, inner), right.right);
        }
        return node(
                inner.key,
                inner.value,
                node(middle.key, middle.value, left, inner.left),
                node(right.key, right.value, inner.right, right.right));
    }

    private static <K, V> Node<K, V> rotatedRight(Node<K, V> middle, Node<K, V> left, @Nullable Node<K, V> right) {
        Node<K, V> inner = left.right;
        if (inner == null || inner.size < RATIO * size(left.left)) {
            return node(left.key, left.value, left.left, node(middle.key, middle.value, inner, right));
        }
        return node(
                inner.key,
                inner.value,
                node(left.key, left.value, left.left, inner.left),
                node(middle.key, middle.value, inner.right, right));
    }

    /** Goes through the tree from left to right; the stack holds the nodes whose right half is still to come. */
    private static final class Walk<K extends Comparable<K>, V, T> implements Iterator<T> {
        private final Deque<Node<K, V>> open = new ArrayDeque<>();
        private final Function<Node<K, V>, T> part;

        Walk(@Nullable Node<K, V> root, @Nullable K from, Function<Node<K, V>, T> part) {
            this.part = part;
            Node<K, V> node = root;
            while (node != null) {
                if (from == null || from.compareTo(node.key) <= 0) {
                    open.push(node);
                    node = node.left;
                } else {
                    node = node.right;
                }
            }
        }

        @Override
        public boolean hasNext() {
            return !open.isEmpty();
        }

        @Override
        public T next() {
            if (open.isEmpty()) {
                throw new NoSuchElementException();
            }
            Node<K, V> found = open.pop();
            for (Node<K, V> node = found.right; node != null; node = node.left) {
                open.push(node);
            }
            return part.apply(found);
        }
    }
}
