package dev.konverge.model.codec;

import java.util.Arrays;

/** The bytes of a message and a place in them: tags, lengths and numbers, limits, and what is said when something is wrong. */
abstract sealed class ProtoCursor permits ProtoScalars {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    private static final int FIXED32 = 5;

    /** Deeper than most messages are. */
    private static final int USUAL_DEPTH = 16;

    byte[] buffer;
    int pos;

    /** Where the innermost message ends. */
    int limit;

    final Limits limits;
    private int start;
    int depth;
    private long heap;

    /** The fields that lead to the value at hand, for error messages; 0 where none was met yet. */
    private int[] path = new int[USUAL_DEPTH];

    ProtoCursor(byte[] buffer, Limits limits) {
        this.buffer = buffer;
        this.limits = limits;
    }

    /** Turns to another message. */
    final void place(byte[] buffer, int from, int to) {
        this.buffer = buffer;
        this.start = from;
        this.pos = from;
        this.limit = to;
        this.depth = 0;
        this.heap = 0;
        path[0] = 0;
    }

    final int position() {
        return pos;
    }

    /** {@return the tag of the next field of the message, or 0 at its end} */
    public int nextTag() {
        if (pos >= limit) {
            return 0;
        }
        // A tag that is broken is of no field, also not of the last one.
        path[depth] = 0;
        long tag = varint();
        if (tag < 8 || tag > Integer.MAX_VALUE) {
            throw fail("field number out of range");
        }
        path[depth] = (int) (tag >>> 3);
        return (int) tag;
    }

    /** Says which field is read next, its tag having been read before. */
    final void atField(int tag) {
        path[depth] = tag >>> 3;
    }

    /** Takes the tag that comes next if it is this one. */
    final boolean comes(int tag) {
        int at = pos;
        if (at < limit && nextTag() == tag) {
            return true;
        }
        pos = at;
        return false;
    }

    /** Enters a message whose fields belong to the type at hand. {@return what {@link #exit} wants} */
    public int enter(int tag) {
        int length = length(tag);
        if (++depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        path[depth] = 0;
        if (depth > limits.maxDepth()) {
            throw fail("nested deeper than the limit of " + limits.maxDepth());
        }
        int outer = limit;
        limit = pos + length;
        return outer;
    }

    /** Leaves the message entered last. */
    public void exit(int outer) {
        pos = limit;
        limit = outer;
        depth--;
    }

    /** What follows has limits of its own. */
    final void chargeAnew() {
        heap = 0;
    }

    /** Notes roughly what the value at hand will take. */
    public void charge(long bytes) {
        heap += bytes;
        if (heap > limits.maxHeapBytes()) {
            throw fail("would take more memory than the limit of " + limits.maxHeapBytes() + " bytes");
        }
    }

    /** Leaves the value of a field behind. */
    public void skip(int tag) {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED64 -> advance(8);
            case DELIMITED -> advance(length(tag));
            case FIXED32 -> advance(4);
            default -> throw fail("unknown wire type " + (tag & 7));
        }
    }

    final void advance(int n) {
        if (n > limit - pos) {
            throw fail("field ends behind its message");
        }
        pos += n;
    }

    final void wire(int tag, int type) {
        if ((tag & 7) != type) {
            throw fail("wire type " + (tag & 7) + " where " + type + " is expected");
        }
    }

    final int length(int tag) {
        wire(tag, DELIMITED);
        long n = varint();
        if (n < 0 || n > limit - pos) {
            throw fail("field ends behind its message");
        }
        return (int) n;
    }

    final long varint() {
        if (pos < limit) {
            byte b = buffer[pos];
            if (b >= 0) {
                pos++;
                return b;
            }
        }
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (pos >= limit) {
                throw fail("unexpected end of input");
            }
            byte b = buffer[pos++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw fail("number longer than ten bytes");
    }

    /** {@return an exception that says what is wrong with the value at hand, and where it stands} */
    public DecodeException fail(String reason) {
        StringBuilder where = new StringBuilder("$");
        for (int i = 0; i <= depth && path[i] != 0; i++) {
            where.append('.').append(path[i]);
        }
        return new DecodeException(reason, where.toString(), pos - start);
    }
}
