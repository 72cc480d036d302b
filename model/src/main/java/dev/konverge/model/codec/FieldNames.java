package dev.konverge.model.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The JSON field names of one type, found from their bytes without making a string: by a hash of the first eight bytes,
 * the last eight and the length.
 */
public final class FieldNames {
    /** Says that the object has no more fields. */
    public static final int END = -1;

    /** Says that the object has a field that the type does not know. */
    public static final int UNKNOWN = -2;

    private static final int FREE = 0xFF;

    private final String[] names;
    private final byte[][] bytes;

    /** The first up to eight bytes of each name, little-endian, zero-filled. */
    private final long[] words;

    /** Index of a name as an unsigned byte, at its hash or at the first free place behind; {@link #FREE} if there is none. */
    private final byte[] slots;

    private final int shift;

    private FieldNames(String[] names) {
        this.names = names;
        this.bytes = new byte[names.length][];
        this.words = new long[names.length];
        // At most a quarter of the places is taken, so that most names are where their hash says.
        int bits = 34 - Integer.numberOfLeadingZeros(names.length);
        this.shift = 64 - bits;
        this.slots = new byte[1 << bits];
        Arrays.fill(slots, (byte) FREE);
        for (int i = 0; i < names.length; i++) {
            bytes[i] = names[i].getBytes(StandardCharsets.UTF_8);
            words[i] = word(bytes[i]);
            int length = bytes[i].length;
            int slot = slot(words[i], tail(bytes[i], length, length), length);
            while (slots[slot] != (byte) FREE) {
                slot = next(slot);
            }
            slots[slot] = (byte) i;
        }
    }

    /** {@return the names of a type, in the order of its fields; at most 254} */
    public static FieldNames of(String... names) {
        if (names.length >= FREE) {
            throw new IllegalArgumentException("at most " + (FREE - 1) + " fields, not " + names.length);
        }
        return new FieldNames(names.clone());
    }

    /** {@return the names, in order} */
    public List<String> names() {
        return List.of(names);
    }

    int size() {
        return names.length;
    }

    private int slot(long word, long tail, int length) {
        return (int) (((word + length + Long.rotateLeft(tail, 29)) * 0x9E3779B97F4A7C15L) >>> shift);
    }

    private int next(int slot) {
        return (slot + 1) & (slots.length - 1);
    }

    /** {@return the last eight bytes before {@code to}; short names need none, their first bytes are all} */
    private static long tail(byte[] buffer, int to, int length) {
        return length <= 8 ? 0 : (long) Sharing.LONGS.get(buffer, to - 8);
    }

    private static long word(byte[] name) {
        long word = 0;
        for (int i = Math.min(8, name.length) - 1; i >= 0; i--) {
            word = word << 8 | (name[i] & 0xFF);
        }
        return word;
    }

    /** {@return the index of the name in {@code buffer[from, to)}, whose first bytes are {@code word}, or UNKNOWN} */
    int find(byte[] buffer, int from, int to, long word) {
        int length = to - from;
        int slot = slot(word, tail(buffer, to, length), length);
        for (int i = slots[slot] & FREE; i != FREE; i = slots[slot] & FREE) {
            if (words[i] == word
                    && bytes[i].length == length
                    && (length <= 8 || Arrays.equals(buffer, from + 8, to, bytes[i], 8, length))) {
                return i;
            }
            slot = next(slot);
        }
        return UNKNOWN;
    }

    /** {@return the index of a name that was written with escapes, or UNKNOWN} */
    int find(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return UNKNOWN;
    }

    String name(int index) {
        return names[index];
    }
}
