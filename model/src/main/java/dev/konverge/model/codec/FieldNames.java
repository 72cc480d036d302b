package dev.konverge.model.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The JSON field names of one type, found from their bytes without making a string: a perfect hash over the first
 * eight bytes, the last eight and the length.
 */
public final class FieldNames {
    /** Says that the object has no more fields. */
    public static final int END = -1;

    /** Says that the object has a field that the type does not know. */
    public static final int UNKNOWN = -2;

    private static final int MOST_BITS = 14;
    private static final int FREE = 0xFF;

    private final String[] names;
    private final byte[][] bytes;

    /** The first up to eight bytes of each name, little-endian, zero-filled. */
    private final long[] words;

    private final long multiplier;
    private final int shift;

    /** Index of the name whose hash is the position, as an unsigned byte; {@link #FREE} if there is none. */
    private final byte[] slots;

    private FieldNames(String[] names) {
        this.names = names;
        this.bytes = Arrays.stream(names)
                .map(n -> n.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.words = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            words[i] = word(bytes[i]);
        }
        int bits = Math.max(1, 33 - Integer.numberOfLeadingZeros(names.length));
        long multiplier = 0x9E3779B97F4A7C15L;
        byte[] slots = place(multiplier, bits);
        while (slots.length == 0) {
            // Try other multipliers, and after a while a larger table.
            multiplier = multiplier * 6364136223846793005L + 1442695040888963407L;
            if ((multiplier & 0x3F00) == 0 && ++bits > MOST_BITS) {
                throw new IllegalArgumentException("no perfect hash for " + Arrays.toString(names));
            }
            slots = place(multiplier, bits);
        }
        this.multiplier = multiplier;
        this.shift = 64 - bits;
        this.slots = slots;
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

    private byte[] place(long multiplier, int bits) {
        byte[] slots = new byte[1 << bits];
        Arrays.fill(slots, (byte) FREE);
        for (int i = 0; i < names.length; i++) {
            int slot = slot(
                    words[i], tail(bytes[i], bytes[i].length, bytes[i].length), bytes[i].length, multiplier, 64 - bits);
            if (slots[slot] != (byte) FREE) {
                return new byte[0];
            }
            slots[slot] = (byte) i;
        }
        return slots;
    }

    private static int slot(long word, long tail, int length, long multiplier, int shift) {
        return (int) (((word + length + Long.rotateLeft(tail, 29)) * multiplier) >>> shift);
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
        int i = slots[slot(word, tail(buffer, to, length), length, multiplier, shift)] & FREE;
        if (i != FREE && words[i] == word && bytes[i].length == length) {
            if (length <= 8 || Arrays.equals(buffer, from + 8, to, bytes[i], 8, length)) {
                return i;
            }
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
