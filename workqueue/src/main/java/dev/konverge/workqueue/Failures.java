package dev.konverge.workqueue;

import java.util.concurrent.ConcurrentHashMap;

/** How often each key has failed. */
final class Failures<K> {
    private final ConcurrentHashMap<K, Integer> counts = new ConcurrentHashMap<>();

    /** Counts one more. {@return how many there were before} */
    int increment(K key) {
        // Stays at the largest number instead of becoming a negative one.
        return counts.merge(key, 1, (count, one) -> count == Integer.MAX_VALUE ? count : count + one) - 1;
    }

    int of(K key) {
        return counts.getOrDefault(key, 0);
    }

    void forget(K key) {
        counts.remove(key);
    }
}
