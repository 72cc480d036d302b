package dev.konverge.model.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The elements of the lists and maps being read, innermost last. One array serves all of them, so that a list is
 * allocated once, in its final size.
 */
final class ValueStack {
    private @Nullable Object[] values = new @Nullable Object[0];
    private int top;

    int size() {
        return top;
    }

    void clear() {
        clearTo(0);
    }

    void push(Object value) {
        if (top == values.length) {
            values = Arrays.copyOf(values, Math.max(16, 2 * top));
        }
        values[top++] = value;
    }

    void pushAll(List<?> all) {
        all.forEach(this::push);
    }

    /** {@return what was pushed since the stack had that size, as an immutable list} */
    @SuppressWarnings({"unchecked", "NullAway"}) // below the top there is no null, and the caller knows what it pushed
    <T> List<T> popList(int bottom) {
        List<T> list = switch (top - bottom) {
            case 0 -> List.of();
            case 1 -> List.of((T) values[bottom]);
            case 2 -> List.of((T) values[bottom], (T) values[bottom + 1]);
            default -> (List<T>) List.of(Arrays.copyOfRange(values, bottom, top));
        };
        clearTo(bottom);
        return list;
    }

    /** {@return keys and values that were pushed since the stack had that size; of equal keys the last one counts} */
    <V> Map<String, V> popMap(int bottom) {
        Object[] pairs = popPairs(bottom);
        PackedMap.sort(pairs);
        int n = 2;
        for (int i = 2; i < pairs.length; i += 2) {
            if (pairs[i].equals(pairs[n - 2])) {
                n -= 2;
            }
            pairs[n] = pairs[i];
            pairs[n + 1] = pairs[i + 1];
            n += 2;
        }
        return PackedMap.of(n == pairs.length ? pairs : Arrays.copyOf(pairs, n), true);
    }

    /** {@return what was pushed since the stack had that size, as it was pushed} */
    @SuppressWarnings("NullAway") // below the top there is no null
    Object[] popPairs(int bottom) {
        Object[] pairs = Arrays.copyOfRange(values, bottom, top);
        clearTo(bottom);
        return pairs;
    }

    private void clearTo(int bottom) {
        Arrays.fill(values, bottom, top, null);
        top = bottom;
    }
}
