package dev.konverge.model.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was read of the records, lists and maps being read, innermost last. One array serves all of them, so that a list is
 * allocated once, in its final size, and a record's fields are gathered without allocating anything.
 */
final class ValueStack {
    /** Stands for a field that was there and was null, until all fields were read. */
    static final Object ABSENT = new Object();

    private @Nullable Object[] values = new @Nullable Object[0];
    private int top;

    int size() {
        return top;
    }

    void clear() {
        clearTo(0);
    }

    void push(Object value) {
        makeRoom(1);
        values[top++] = value;
    }

    /** {@return what was pushed last} */
    Object pop() {
        Object value = Objects.requireNonNull(values[--top]);
        values[top] = null;
        return value;
    }

    private void makeRoom(int n) {
        if (top + n > values.length) {
            values = Arrays.copyOf(values, Math.max(64, 2 * (top + n)));
        }
    }

    /** Makes room for the fields of a record, all absent. {@return where the first of them is} */
    int reserve(int n) {
        makeRoom(n);
        int at = top;
        top += n;
        return at;
    }

    @Nullable
    Object at(int place) {
        return values[place];
    }

    void set(int place, @Nullable Object value) {
        values[place] = value;
    }

    /** Turns what was null in the document into what is not there. */
    @SuppressWarnings("ReferenceEquality") // it is that very object
    void absentFrom(int at) {
        for (int i = at; i < top; i++) {
            if (values[i] == ABSENT) {
                values[i] = null;
            }
        }
    }

    /** Has the fields for which there was room from a place on kept by the part that they are of. */
    void keep(int at, Part part) {
        part.keep(values, at, top);
    }

    /** {@return a value of the fields for which there was room from a place on} */
    <T> T popRecord(RecordCodec<T> codec, int at) {
        T value = codec.make(values, at);
        clearTo(at);
        return value;
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
