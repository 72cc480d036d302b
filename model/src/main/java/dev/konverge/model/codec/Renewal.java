package dev.konverge.model.codec;

import dev.konverge.model.ObjectMeta;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a newer state of something of the parts of an older one wherever those are equal, so that what has not changed is the same object
 * in both.
 *
 * <p>Who keeps the newer state and lets the older one go keeps what has changed and no more. {@link Sharing} finds equal parts of any documents of a
 * stream, as long as it remembers them; here they are found however long ago the older state was read.
 *
 * <p>For one value, and one thread.
 */
final class Renewal {
    /** Enough for what is open of most objects at a time: a record in a list in a record, each of some twenty fields, newer and older. */
    private static final int USUAL = 256;

    /** The fields of the records that are looked at, newer and older, the innermost last. */
    private @Nullable Object[] parts = new @Nullable Object[USUAL];

    private int top;

    /** Who is told what is kept of the object in the place of what was read, and which object it is. */
    private final @Nullable Imprints imprints;

    private final long object;

    /** Renews anything. */
    Renewal() {
        this.imprints = null;
        this.object = 0;
    }

    /** Renews the object with that metadata, whose newer state may have left imprints. */
    Renewal(Imprints imprints, ObjectMeta meta) {
        this.imprints = imprints;
        this.object = Sighting.object(meta);
    }

    /** {@return the older value if it says the same, else the newer one, of parts of the older where they say the same} */
    @SuppressWarnings({"unchecked", "ReferenceEquality"
    }) // a codec's values are of its type; it is the same object or is not
    <T> T renew(Codec<?> codec, T newer, T older) {
        if (newer == older) {
            return older;
        }
        if (codec instanceof RecordCodec<?> record) {
            return renewRecord((RecordCodec<T>) record, newer, older);
        }
        return isWrittenAs(newer, older) ? older : newer;
    }

    @SuppressWarnings("ReferenceEquality")
    private <T> T renewRecord(RecordCodec<T> codec, T newer, T older) {
        int size = codec.size;
        int now = top;
        int before = now + size;
        top = before + size;
        if (top > parts.length) {
            parts = Arrays.copyOf(parts, 2 * top);
        }
        codec.take(newer, parts, now);
        codec.take(older, parts, before);
        boolean same = true;
        boolean renewed = false;
        for (int i = 0; i < size; i++) {
            Object mine = parts[now + i];
            Object theirs = parts[before + i];
            if (mine != theirs) {
                Object kept = mine == null || theirs == null ? mine : part(codec, i, mine, theirs);
                same &= kept == theirs;
                renewed |= kept != mine;
                parts[now + i] = kept;
                if (now == 0 && imprints != null && mine != null && kept != null && kept != mine) {
                    tell(imprints, codec, i, mine, kept);
                }
            }
        }
        top = now;
        return same ? older : renewed ? codec.make(parts, now) : newer;
    }

    private void tell(Imprints imprints, RecordCodec<?> codec, int field, Object read, Object kept) {
        switch (codec.forms[field]) {
            case OBJECT -> imprints.kept(object, codec.codecOf(field), Sharing.ONE, read, kept);
            case LIST -> imprints.kept(object, codec.codecOf(field), Sharing.LIST, read, kept);
            case MAP -> imprints.kept(object, codec.codecOf(field), Sharing.MAP, read, kept);
            default -> {}
        }
    }

    private Object part(RecordCodec<?> codec, int field, Object newer, Object older) {
        return switch (codec.forms[field]) {
            case TEXT, BOOLEAN, INTEGER, LONG, DOUBLE, BYTES, TIME, MICRO_TIME -> newer.equals(older) ? older : newer;
            case OBJECT -> renew(codec.codecOf(field), newer, older);
            case LIST, MANAGED_FIELDS -> renewList(codec.codecOf(field), (List<?>) newer, (List<?>) older);
            case MAP -> renewMap((Map<?, ?>) newer, (Map<?, ?>) older);
            case KNOWN, LEFT_BEHIND -> throw new IllegalStateException(codec + " has a part behind its kind");
        };
    }

    /** Elements are compared with those in the same place: what is put in front of others costs those, and is rare. */
    @SuppressWarnings("ReferenceEquality")
    private List<?> renewList(Codec<?> codec, List<?> newer, List<?> older) {
        boolean same = newer.size() == older.size();
        Object[] renewed = null;
        for (int i = 0; i < Math.min(newer.size(), older.size()); i++) {
            Object mine = newer.get(i);
            Object kept = renew(codec, mine, older.get(i));
            same &= kept == older.get(i);
            if (kept != mine) {
                renewed = renewed == null ? newer.toArray() : renewed;
                renewed[i] = kept;
            }
        }
        return same ? older : renewed == null ? newer : List.of(renewed);
    }

    /** A map is kept as a whole, or not: most have a few texts. */
    private static Map<?, ?> renewMap(Map<?, ?> newer, Map<?, ?> older) {
        if (newer.size() != older.size()) {
            return newer;
        }
        Iterator<? extends Map.Entry<?, ?>> others = older.entrySet().iterator();
        for (Map.Entry<?, ?> entry : newer.entrySet()) {
            Map.Entry<?, ?> other = others.next();
            if (!entry.getKey().equals(other.getKey()) || !isWrittenAs(entry.getValue(), other.getValue())) {
                return newer;
            }
        }
        return older;
    }

    /** Quantities are equal by value, and have texts of their own. */
    private static boolean isWrittenAs(Object newer, Object older) {
        return newer.equals(older)
                && (newer instanceof String || newer.toString().equals(older.toString()));
    }
}
