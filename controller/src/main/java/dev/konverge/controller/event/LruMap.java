package dev.konverge.controller.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not touched for longest once it has more than so many entries. For one thread. */
final class LruMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int bound;

    LruMap(int bound) {
        super(16, 0.75f, true);
        this.bound = bound;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > bound;
    }
}
