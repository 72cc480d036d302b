package dev.konverge.apiserver.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map or an object as an expression sees it. */
interface MapValue {
    /** {@return the value at a key, null if there is none} */
    @Nullable
    Object find(Object key);

    /** {@return the keys, in the order in which they are walked} */
    Iterable<Object> keys();

    int size();

    /** {@return the value at a key} */
    default Object get(Object key) {
        Object value = find(key);
        if (value == null) {
            throw CelFailure.noKey(key);
        }
        return value;
    }

    /** {@return whether both have the same keys with the same values} */
    default boolean isSame(MapValue other) {
        if (size() != other.size()) {
            return false;
        }
        for (Object key : keys()) {
            Object value = find(key);
            Object there = other.find(key);
            if (value == null || there == null || !Equality.equal(value, there)) {
                return false;
            }
        }
        return true;
    }

    /** {@return a map of what an expression made} */
    static MapValue of(Map<Object, Object> entries) {
        Map<Object, Object> byKey = new LinkedHashMap<>(entries);
        return new MapValue() {
            @Override
            public @Nullable Object find(Object key) {
                Object value = byKey.get(key);
                return value != null || !Equality.isNumber(key) ? value : findNumber(key);
            }

            // Numbers are the same key whatever their type.
            private @Nullable Object findNumber(Object key) {
                for (Map.Entry<Object, Object> entry : byKey.entrySet()) {
                    if (Equality.isNumber(entry.getKey()) && Equality.equal(entry.getKey(), key)) {
                        return entry.getValue();
                    }
                }
                return null;
            }

            @Override
            public Iterable<Object> keys() {
                return byKey.keySet();
            }

            @Override
            public int size() {
                return byKey.size();
            }
        };
    }
}
