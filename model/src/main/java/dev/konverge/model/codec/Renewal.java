package dev.konverge.model.codec;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a newer state of something of the parts of an older one wherever those are equal, so that what has not changed is the same object
 * in both.
 *
 * <p>Who keeps the newer state and lets the older one go keeps what has changed and no more. {@link Sharing} finds equal parts of any documents of a
 * stream, as long as it remembers them; here they are found however long ago the older state was read.
 */
final class Renewal {
    private Renewal() {}

    /** {@return the older value if it says the same, else the newer one, of parts of the older where they say the same} */
    @SuppressWarnings({"unchecked", "ReferenceEquality"
    }) // a codec's values are of its type; it is the same object or is not
    static <T> T renew(Codec<?> codec, T newer, T older) {
        if (newer == older) {
            return older;
        }
        return codec instanceof RecordCodec<?> record
                ? renewRecord((RecordCodec<T>) record, newer, older)
                : says(newer, older) ? older : newer;
    }

    @SuppressWarnings("ReferenceEquality")
    private static <T> T renewRecord(RecordCodec<T> codec, T newer, T older) {
        int size = codec.forms.length;
        @Nullable Object[] parts = new @Nullable Object[2 * size];
        codec.take(newer, parts, 0);
        codec.take(older, parts, size);
        boolean same = true;
        boolean renewed = false;
        for (int i = 0; i < size; i++) {
            Object now = parts[i];
            Object kept = part(codec, i, now, parts[size + i]);
            same &= kept == parts[size + i];
            renewed |= kept != now;
            parts[i] = kept;
        }
        return same ? older : renewed ? codec.make(parts, 0) : newer;
    }

    @SuppressWarnings("ReferenceEquality")
    private static @Nullable Object part(
            RecordCodec<?> codec, int field, @Nullable Object newer, @Nullable Object older) {
        if (newer == older || newer == null || older == null) {
            return newer;
        }
        return switch (codec.forms[field]) {
            case OBJECT -> renew(codec.codecOf(field), newer, older);
            case LIST, MANAGED_FIELDS -> renewList(codec.codecOf(field), (List<?>) newer, (List<?>) older);
            case MAP -> renewMap((Map<?, ?>) newer, (Map<?, ?>) older);
            case TEXT, BOOLEAN, INTEGER, LONG, DOUBLE, BYTES, TIME, MICRO_TIME -> newer.equals(older) ? older : newer;
            case KNOWN, LEFT_BEHIND -> newer;
        };
    }

    /** Elements are compared with those in the same place: what is put in front of others costs those, and is rare. */
    @SuppressWarnings("ReferenceEquality")
    private static List<?> renewList(Codec<?> codec, List<?> newer, List<?> older) {
        boolean same = newer.size() == older.size();
        boolean renewed = false;
        List<Object> kept = new ArrayList<>(newer.size());
        for (int i = 0; i < newer.size(); i++) {
            Object now = newer.get(i);
            Object part = i < older.size() ? renew(codec, now, older.get(i)) : now;
            same &= i < older.size() && part == older.get(i);
            renewed |= part != now;
            kept.add(part);
        }
        return same ? older : renewed ? List.copyOf(kept) : newer;
    }

    /** A map is kept as a whole, or not: most have a few texts. */
    private static Map<?, ?> renewMap(Map<?, ?> newer, Map<?, ?> older) {
        if (newer.size() != older.size()) {
            return newer;
        }
        Iterator<? extends Map.Entry<?, ?>> others = older.entrySet().iterator();
        for (Map.Entry<?, ?> entry : newer.entrySet()) {
            Map.Entry<?, ?> other = others.next();
            if (!entry.getKey().equals(other.getKey()) || !says(entry.getValue(), other.getValue())) {
                return newer;
            }
        }
        return older;
    }

    /** Whether both are written alike. Quantities are equal by value, and have texts of their own. */
    private static boolean says(Object newer, Object older) {
        return newer.equals(older) && Objects.equals(newer.toString(), older.toString());
    }
}
