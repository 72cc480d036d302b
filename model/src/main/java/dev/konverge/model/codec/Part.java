package dev.konverge.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value of the last document: where it stood, what was made of it, and the parts it had, once it was seen to vary.
 *
 * <p>While the value that stands in its place in another document is read, it tells of the old one and learns the new one. It is
 * in order again when that value was read to its end.
 */
final class Part {
    private static final Part[] NONE = {};
    private static final @Nullable Object[] NOTHING = {};

    /** More elements of one list are not looked at one by one. */
    private static final int MOST_ELEMENTS = 64;

    private static final int SURELY_NOVEL = 256;

    /** One in eight values is looked for even so. */
    private static final int LOOK_AGAIN = 7;

    /** Which field of a record it is, or the how manieth element. */
    final int field;

    /** Where it begins, counted from where the value that it is part of does. */
    private int start;

    private int length;

    /** The tag of the field that it is, where fields have one. */
    private int tag;

    @Nullable
    Object value;

    /** Who read the parts, and as what: others may call different things by the same number. */
    private @Nullable Object reader;

    private byte form;

    /** What was made of the fields of a record, for it to be made again when some of them have changed. */
    private @Nullable Object[] given = NOTHING;

    /** Its parts in the order of the last document, and as many as there were. */
    private Part[] parts = NONE;

    private int count;

    /** Those of the document that is being read, as far as they were. */
    private Part[] coming = NONE;

    private int filled;

    /** Whether some of what it consists of is no part; and whether so in the last document, if it was there at all. */
    private boolean lacking;

    private boolean renewable;

    /** All parts that there ever were, by field. */
    private @Nullable Part[] known = NONE;

    // Where it stands in the last document, or -1 if it does not, where in this one, and which of its old parts comes
    // next.
    private int oldAt = -1;
    private int newAt;
    private int cursor;

    /** How many values in a row stood here that {@link Sharing} did not know. */
    private int unknowns;

    Part(int field) {
        this.field = field;
    }

    /** {@return whether what stands here is hardly ever the same twice, so that looking for it is not worth its while} */
    boolean isNovel() {
        return unknowns > SURELY_NOVEL && (unknowns++ & LOOK_AGAIN) != 0;
    }

    /** Says whether what stood here was known. */
    void wasKnown(boolean known) {
        unknowns = known ? 0 : unknowns + 1;
    }

    /** Says that it is now in another place, and where it was before, or -1. */
    void place(int newAt, int oldAt) {
        this.newAt = newAt;
        this.oldAt = oldAt;
    }

    /** Says which tag it has; behind another one it is not what it was. */
    void tag(int tag) {
        if (this.tag != tag) {
            this.tag = tag;
            oldAt = -1;
        }
    }

    int tag() {
        return tag;
    }

    /** Begins to learn new parts. {@return how many that it knew are of no use any more, theirs among them} */
    @SuppressWarnings("ReferenceEquality") // it is that very codec
    int open(Object reader, byte form) {
        int dropped = 0;
        if (this.reader != reader || this.form != form) {
            this.reader = reader;
            this.form = form;
            dropped = countKnown();
            known = NONE;
            count = 0;
        }
        if (oldAt < 0) {
            count = 0;
        }
        renewable = count > 0 && !lacking;
        lacking = false;
        cursor = 0;
        filled = 0;
        return dropped;
    }

    private int countKnown() {
        int all = 0;
        for (Part part : known) {
            if (part != null) {
                all += 1 + part.countKnown();
            }
        }
        return all;
    }

    @Nullable
    Object reader() {
        return reader;
    }

    byte form() {
        return form;
    }

    /** Keeps the fields of the record that it is, in the order of their names. */
    void keep(@Nullable Object[] values, int from, int to) {
        if (given.length != to - from) {
            given = new @Nullable Object[to - from];
        }
        System.arraycopy(values, from, given, 0, to - from);
    }

    /** {@return the fields of the record that it is, in the order of their names} */
    @Nullable
    Object[] given() {
        return given;
    }

    /** The parts learned are its parts from now on. */
    void close() {
        Part[] old = parts;
        parts = coming;
        coming = old;
        count = filled;
    }

    /** Has no parts that are of use. */
    void forget() {
        count = 0;
    }

    boolean hadParts() {
        return known.length > 0;
    }

    /** {@return how many parts of the new document were learned} */
    int size() {
        return filled;
    }

    int oldAt() {
        return oldAt;
    }

    int newAt() {
        return newAt;
    }

    int length() {
        return length;
    }

    /** {@return where the old value ends, or -1 if there was none} */
    int oldEnd() {
        return oldAt < 0 ? -1 : oldAt + length;
    }

    /**
     * {@return the next of its old parts that is not as it was, or null if there is none, or if what stands before it is not as it
     * was either} Those before it are taken over.
     *
     * @param same up to where the last document is the same as this one
     * @param shift how much further behind it stands there
     * @param behind how many bytes behind a part tell that it is over
     */
    @Nullable
    Part nextChanged(int same, int shift, int behind) {
        int moved = oldAt + shift - newAt;
        while (renewable && cursor < count) {
            Part part = parts[cursor];
            int from = oldAt + part.start;
            if (from + part.length + behind > same) {
                if (from > same) {
                    return null;
                }
                part.place(from + shift, from);
                return part;
            }
            part.start += moved;
            cursor++;
        }
        return null;
    }

    /** Learns what the next of its old parts is in this document. */
    void relearn(Part part, int end, @Nullable Object value) {
        part.start = part.newAt - newAt;
        part.length = end - part.newAt;
        part.value = value;
        if (part.field < given.length) {
            given[part.field] = value;
        }
        cursor++;
    }

    /** {@return whether all its old parts are those of this document} */
    boolean isRenewed() {
        return renewable && cursor == count;
    }

    /**
     * Ends learning old parts again. {@return how many they were}
     *
     * @param all whether no new ones are to be learned behind them
     */
    int endRenewal(boolean all) {
        filled = cursor;
        if (!all) {
            if (coming.length < filled) {
                coming = new Part[parts.length];
            }
            System.arraycopy(parts, 0, coming, 0, filled);
        }
        return filled;
    }

    /** {@return one of the old parts that were learned again} */
    Part renewed(int i) {
        return parts[i];
    }

    /** {@return where one of its parts is now} */
    int newStart(Part part) {
        return newAt + part.start;
    }

    /** {@return where the last of the old parts that were learned again ends now} */
    int renewedTo() {
        Part last = parts[filled - 1];
        return newAt + last.start + last.length;
    }

    /** {@return the part that a field is, whether or not it was in the last document, or null if it never was in any} */
    @Nullable
    Part find(int field) {
        return cursor < count && parts[cursor].field == field
                ? parts[cursor]
                : field < known.length ? known[field] : null;
    }

    /** {@return where a part is in the last document, or -1; those before it are passed over} */
    @SuppressWarnings("ReferenceEquality") // it is that very part
    int oldStart(Part part) {
        for (int i = cursor; i < count; i++) {
            if (parts[i] == part) {
                cursor = i + 1;
                return oldAt + part.start;
            }
        }
        return -1;
    }

    boolean hasRoomFor(int field) {
        return field < MOST_ELEMENTS;
    }

    /** Says that something of it is not to be a part. */
    void lacks() {
        lacking = true;
    }

    /** Says how long it is. */
    void measure(int length) {
        this.length = length;
    }

    Part make(int field) {
        if (field >= known.length) {
            known = Arrays.copyOf(known, Math.max(4, field + field / 2 + 1));
        }
        Part part = new Part(field);
        known[field] = part;
        return part;
    }

    /** Learns a part that was read. */
    void learn(Part part, int end, @Nullable Object value) {
        part.start = part.newAt - newAt;
        part.length = end - part.newAt;
        part.value = value;
        add(part);
    }

    /** Learns that a field comes again. What follows its first piece at once is part of it; anything else is not to be a part. */
    void goesOn(int field, int from, int end, @Nullable Object value) {
        Part last = filled == 0 ? null : coming[filled - 1];
        if (last == null || last.field != field || newStart(last) + last.length != from) {
            lacks();
            return;
        }
        last.length = end - newStart(last);
        last.value = value;
        last.forget();
    }

    private void add(Part part) {
        if (filled == coming.length) {
            coming = Arrays.copyOf(coming, Math.max(4, 2 * filled));
        }
        coming[filled++] = part;
    }
}
