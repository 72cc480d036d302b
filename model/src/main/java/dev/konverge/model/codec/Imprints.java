package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the large parts of objects were read from when they were last read: not the bytes but their imprint, a number of 128 bits.
 *
 * <p>Of an object that changes most stays as it is: of a pod whose container is started again, all but its status. Where the bytes at hand leave the
 * imprint that this part of this object left before, it is the value that was made then, and is neither read nor compared with what it was.
 *
 * <p>An imprint is NH, the universal hash within UMAC, taken twice over words of 32 bits and with a key that is drawn at random: whatever two documents of one length are, and
 * whoever has written them, the chance that they differ and leave the same imprint is one in 2<sup>64</sup>.
 *
 * <p>Parts that change whenever their object does are not worth it. So of each kind of part only some are remembered until those were seen to stay.
 *
 * <p>One thread reads. Another may say meanwhile what is kept in the place of what was read.
 */
final class Imprints {
    /** Less is read as quickly. */
    static final int SHORTEST = 128;

    private static final int LONGEST = 1 << 15;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private static final int WAYS = 4;
    private static final int FIRST_SIZE = 1 << 6;
    private static final int LARGEST_SIZE = 1 << 17;

    private static final int BOXES = 1 << 10;

    /** Sets of neighbours, which grow as they are half full. */
    private @Nullable Imprint[] table = new @Nullable Imprint[FIRST_SIZE];

    private int filled;

    /** Which of a full set is the next to go. */
    private int next;

    /** Few: the objects of a stream are of one type. */
    private Kind[] kinds = {};

    // The imprint taken last.
    private long high;
    private long low;

    private int foundLength;

    /** What one thread has said to the other, each in a place that follows from what was read: what is pushed out will be said again. */
    private final AtomicReferenceArray<@Nullable Replacement> replacements = new AtomicReferenceArray<>(BOXES);

    /** What a part left: which part it is and of which object, what was pressed, and what was made of it. */
    private static final class Imprint {
        final long place;
        final Kind kind;
        final int length;
        final long high;
        final long low;
        Object value;

        Imprint(long place, Kind kind, int length, long high, long low, Object value) {
            this.place = place;
            this.kind = kind;
            this.length = length;
            this.high = high;
            this.low = low;
            this.value = value;
        }
    }

    private record Replacement(Object read, Object kept) {}

    /** The same part of all objects of a type, and whether it is one that stays when they change. */
    private static final class Kind {
        /** So many are remembered to begin with, and one in sixteen in any case. */
        private static final int FIRST = 64;

        private static final int SAMPLE = 15;

        /** One that stayed counts as much as eight that changed. */
        private static final int STAYED = 8;

        private static final int ENOUGH = 16;
        private static final int MOST = 256;

        final Object owner;
        final int role;
        private int seen;
        private int stays;
        private boolean worthwhile;

        Kind(Object owner, int role) {
            this.owner = owner;
            this.role = role;
        }

        boolean isWorth(long place) {
            return worthwhile || isSample(place) || seen++ < FIRST;
        }

        /** Always the same ones: of those drawn anew each time none would be met again. */
        static boolean isSample(long place) {
            return (place & SAMPLE) == 0;
        }

        void stayed() {
            stays = Math.min(MOST, stays + STAYED);
            worthwhile |= stays >= ENOUGH;
        }

        /** {@return whether it was worthwhile, and is no longer} */
        boolean changed() {
            stays = Math.max(0, stays - 1);
            boolean over = worthwhile && stays == 0;
            if (over) {
                worthwhile = false;
                seen = 0;
            }
            return over;
        }
    }

    /** How many bytes the value found last stands for. */
    int foundLength() {
        return foundLength;
    }

    /**
     * {@return the value of the part that begins here, if it stands here as it did when it was read last; else null}
     *
     * @param object the number of the object that it is part of; should two have the same, they only push each other out
     * @param owner who makes the value
     * @param role which part it is, where there are others by that owner, and in which form
     */
    @SuppressWarnings("ReferenceEquality") // an owner is that very codec
    @Nullable
    Object find(long object, Object owner, int role, byte[] buffer, int from, int limit) {
        int at = indexOf(place(object, owner, role));
        Imprint known = at < 0 ? null : table[at];
        if (known == null || known.kind.owner != owner || known.kind.role != role) {
            return null;
        }
        if (known.length <= limit - from) {
            press(buffer, from, known.length);
            if (high == known.high && low == known.low) {
                known.kind.stayed();
                foundLength = known.length;
                replace(known);
                return known.value;
            }
        }
        if (known.kind.changed()) {
            forget(known.kind);
        }
        return null;
    }

    /** Remembers what was made of these bytes. */
    void learn(long object, Object owner, int role, byte[] buffer, int from, int to, Object value) {
        int length = to - from;
        if (length < SHORTEST || length > LONGEST) {
            return;
        }
        Kind kind = kind(owner, role);
        long place = place(object, owner, role);
        if (indexOf(place) >= 0 || kind.isWorth(place)) {
            press(buffer, from, length);
            if (filled >= table.length / 2 && table.length < LARGEST_SIZE) {
                grow();
            }
            put(new Imprint(place, kind, length, high, low, value));
        }
    }

    /** Says what is kept in the place of what was read, and says the same. Another thread may. */
    void kept(Object read, Object kept) {
        replacements.setRelease(box(read), new Replacement(read, kept));
    }

    @SuppressWarnings("ReferenceEquality") // it is what was read
    private void replace(Imprint imprint) {
        int box = box(imprint.value);
        Replacement said = replacements.getAcquire(box);
        if (said != null && said.read == imprint.value) {
            imprint.value = said.kept;
            replacements.compareAndSet(box, said, null);
        }
    }

    private static int box(Object read) {
        return System.identityHashCode(read) & (BOXES - 1);
    }

    /** Forgets a part of an object that is gone. */
    void forget(long object, Object owner, int role) {
        int at = indexOf(place(object, owner, role));
        if (at >= 0) {
            clear(at);
        }
    }

    /** Forgets the parts of a kind, but for the samples: what is read once, and not again, would be kept for nothing. */
    @SuppressWarnings("ReferenceEquality") // there is one of each kind
    private void forget(Kind kind) {
        for (int i = 0; i < table.length; i++) {
            Imprint imprint = table[i];
            if (imprint != null && imprint.kind == kind && !Kind.isSample(imprint.place)) {
                clear(i);
            }
        }
    }

    private void clear(int at) {
        table[at] = null;
        filled--;
    }

    @SuppressWarnings("ReferenceEquality") // an owner is that very codec
    private Kind kind(Object owner, int role) {
        for (Kind kind : kinds) {
            if (kind.owner == owner && kind.role == role) {
                return kind;
            }
        }
        Kind kind = new Kind(owner, role);
        kinds = Arrays.copyOf(kinds, kinds.length + 1);
        kinds[kinds.length - 1] = kind;
        return kind;
    }

    private static long place(long object, Object owner, int role) {
        return Sharing.mix(object, ((long) System.identityHashCode(owner) << 16) + role);
    }

    /** The upper bits of a product are those on which all bits of its factors have a say. */
    private int set(long place) {
        return (int) (place >>> 44) & (table.length - WAYS);
    }

    private int indexOf(long place) {
        int first = set(place);
        for (int i = first; i < first + WAYS; i++) {
            Imprint imprint = table[i];
            if (imprint != null && imprint.place == place) {
                return i;
            }
        }
        return -1;
    }

    private void put(Imprint imprint) {
        int known = indexOf(imprint.place);
        int at = known < 0 ? vacancy(set(imprint.place)) : known;
        filled += table[at] == null ? 1 : 0;
        table[at] = imprint;
    }

    private int vacancy(int first) {
        for (int i = first; i < first + WAYS; i++) {
            if (table[i] == null) {
                return i;
            }
        }
        return first + (next++ & (WAYS - 1));
    }

    private void grow() {
        @Nullable Imprint[] old = table;
        table = new @Nullable Imprint[2 * old.length];
        filled = 0;
        for (Imprint imprint : old) {
            if (imprint != null) {
                put(imprint);
            }
        }
    }

    /**
     * Takes the imprint of these bytes: twice, with keys that are shifted against each other, the sum of the products of neighbouring words, each with its word of
     * the key added. Words of 32 bits, because a JVM that has only its first compiler has no quick way to the upper half of a longer product.
     */
    private void press(byte[] buffer, int from, int length) {
        int[] key = Key.WORDS;
        int to = from + length;
        long first = 0;
        long second = 0;
        int k = 0;
        for (int at = from; at < to; at += 8) {
            long word = at + 8 <= to ? (long) LONGS.get(buffer, at) : last(buffer, at, to);
            int lower = (int) word;
            int upper = (int) (word >>> 32);
            first += (lower + key[k] & UNSIGNED) * (upper + key[k + 1] & UNSIGNED);
            second += (lower + key[k + 2] & UNSIGNED) * (upper + key[k + 3] & UNSIGNED);
            k += 2;
        }
        high = first;
        low = second;
    }

    /** {@return the word that begins here, with zeroes behind the end} Lengths are compared, too. */
    private static long last(byte[] buffer, int from, int to) {
        long word = 0;
        for (int i = Math.min(to, from + 8) - 1; i >= from; i--) {
            word = word << 8 | (buffer[i] & 0xFF);
        }
        return word;
    }

    /** Drawn when the first imprint is taken. */
    private static final class Key {
        static final int[] WORDS = new SecureRandom().ints(LONGEST / 4 + 4).toArray();
    }
}
