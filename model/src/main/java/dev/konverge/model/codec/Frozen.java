package dev.konverge.model.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what a caller passes into what a record may keep: immutable, never null, maps in Kubernetes' order. */
public final class Frozen {
    private Frozen() {}

    /** {@return an immutable list of the same elements; the same instance if it is immutable already} */
    public static <T> List<T> list(@Nullable List<T> list) {
        return list == null || list.isEmpty() ? List.of() : List.copyOf(list);
    }

    /**
     * {@return whether there is nothing in a list} Records ask before they call {@link #list}: the compiler of the JVM then leaves
     * that call out of the constructors of types whose lists are never used.
     */
    public static boolean isNone(@Nullable List<?> list) {
        return list == null || list.isEmpty();
    }

    /** {@return an immutable map of the same entries, sorted by key; the same instance if it is that already} */
    public static <V> Map<String, V> map(@Nullable Map<String, V> map) {
        if (map == null || map.isEmpty()) {
            return PackedMap.empty();
        }
        if (map instanceof PackedMap<V> packed && packed.isSorted()) {
            return packed;
        }
        return sorted(map);
    }

    /** {@return an immutable map of the same entries in the order in which the given map iterates} */
    public static <V> Map<String, V> ordered(Map<String, V> map) {
        return map instanceof PackedMap<V> packed ? packed : ordered(pairs(map));
    }

    /** {@return an immutable list of the elements of both} */
    public static <T> List<T> append(List<T> first, List<T> second) {
        if (first.isEmpty()) {
            return list(second);
        }
        List<T> both = new ArrayList<>(first.size() + second.size());
        both.addAll(first);
        both.addAll(second);
        return List.copyOf(both);
    }

    /** {@return an immutable map of the entries of both; of equal keys the second's count} */
    public static <V> Map<String, V> append(Map<String, V> first, Map<String, V> second) {
        if (first.isEmpty()) {
            return map(second);
        }
        Map<String, V> both = new LinkedHashMap<>(first);
        both.putAll(second);
        return map(both);
    }

    /** {@return an immutable map with one entry added or replaced} */
    public static <V> Map<String, V> put(Map<String, V> map, String key, V value) {
        Map<String, V> changed = new LinkedHashMap<>(map);
        changed.put(key, value);
        return map(changed);
    }

    private static <V> Map<String, V> sorted(Map<String, V> map) {
        Object[] pairs = pairs(map);
        PackedMap.sort(pairs);
        return PackedMap.of(pairs, true);
    }

    private static <V> Map<String, V> ordered(Object[] pairs) {
        return PackedMap.of(pairs, PackedMap.isSorted(pairs));
    }

    private static <V> Object[] pairs(Map<String, V> map) {
        Object[] pairs = new Object[2 * map.size()];
        int n = 0;
        for (Map.Entry<String, V> e : map.entrySet()) {
            if (n == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * n);
            }
            pairs[n++] = java.util.Objects.requireNonNull(e.getKey(), "key");
            pairs[n++] = java.util.Objects.requireNonNull(e.getValue(), () -> "value of key " + e.getKey());
        }
        return n == pairs.length ? pairs : Arrays.copyOf(pairs, n);
    }
}
