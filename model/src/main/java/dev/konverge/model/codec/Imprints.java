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
 * <p>An imprint is NH, the universal hash within UMAC, over words of 64 bits and with a key that is drawn at random: whatever two documents of one length are, and
 * whoever has written them, the chance that they differ and leave the same imprint is one in 2<sup>64</sup>.
 *
 * <p>Parts that change whenever their object does are not worth it. So of each kind of part only some are remembered until those were seen to stay.
 *
 * <p>One thread reads. Another may say meanwhile what is kept in the place of what was read.
 */
final class Imprints {
    /** Less is read as quickly. */
    static final int SHORTEST = 256;

    private static final int LONGEST = 1 << 15;
    private static final int WAYS = 4;
    private static final int FIRST_SIZE = 1 << 6;
    private static final int LARGEST_SIZE = 1 << 17;

    /** Sets of neighbours, which grow as they are half full. */
    private volatile AtomicReferenceArray<@Nullable Imprint> table = new AtomicReferenceArray<>(FIRST_SIZE);

    private int filled;

    /** Which of a full set is the next to go. */
    private int next;

    /** Few: the objects of a stream are of one type. */
    private Kind[] kinds = {};

    // The imprint taken last.
    private long high;
    private long low;

    private int foundLength;

    /**
     * What a part left.
     *
     * @param place which part it is, and of which object
     * @param value what was made of the bytes
     */
    private record Imprint(long place, Kind kind, int length, long high, long low, Object value) {
        Imprint with(Object kept) {
            return new Imprint(place, kind, length, high, low, kept);
        }
    }

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
        final byte form;
        private int seen;
        private int stays;
        private boolean worthwhile;

        Kind(Object owner, byte form) {
            this.owner = owner;
            this.form = form;
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
     */
    @SuppressWarnings("ReferenceEquality") // an owner is that very codec
    @Nullable
    Object find(long object, Object owner, byte form, byte[] buffer, int from, int limit) {
        AtomicReferenceArray<@Nullable Imprint> all = table;
        int at = indexOf(place(object, owner, form), all);
        Imprint known = at < 0 ? null : all.get(at);
        if (known == null || known.kind.owner != owner || known.kind.form != form) {
            return null;
        }
        if (known.length <= limit - from) {
            press(buffer, from, known.length);
            if (high == known.high && low == known.low) {
                known.kind.stayed();
                foundLength = known.length;
                return known.value;
            }
        }
        if (known.kind.changed()) {
            forget(known.kind);
        }
        return null;
    }

    /** Remembers what was made of these bytes. */
    void learn(long object, Object owner, byte form, byte[] buffer, int from, int to, Object value) {
        int length = to - from;
        if (length < SHORTEST || length > LONGEST) {
            return;
        }
        Kind kind = kind(owner, form);
        long place = place(object, owner, form);
        AtomicReferenceArray<@Nullable Imprint> all = table;
        if (indexOf(place, all) >= 0 || kind.isWorth(place)) {
            press(buffer, from, length);
            put(new Imprint(place, kind, length, high, low, value), isFull(all) ? grown(all) : all);
        }
    }

    /** Says what is kept in the place of what was read, and says the same. Any thread may. */
    @SuppressWarnings("ReferenceEquality") // it is what was read
    void kept(long object, Object owner, byte form, Object read, Object kept) {
        AtomicReferenceArray<@Nullable Imprint> all = table;
        int at = indexOf(place(object, owner, form), all);
        Imprint known = at < 0 ? null : all.get(at);
        if (known != null && known.value == read) {
            // Where another state was read meanwhile, or the table has grown, it will be said again of that one.
            all.compareAndSet(at, known, known.with(kept));
        }
    }

    /** Forgets a part of an object that is gone. */
    void forget(long object, Object owner, byte form) {
        AtomicReferenceArray<@Nullable Imprint> all = table;
        int at = indexOf(place(object, owner, form), all);
        if (at >= 0) {
            all.set(at, null);
            filled--;
        }
    }

    /** Forgets the parts of a kind, but for the samples: what is read once, and not again, would be kept for nothing. */
    @SuppressWarnings("ReferenceEquality") // there is one of each kind
    private void forget(Kind kind) {
        AtomicReferenceArray<@Nullable Imprint> all = table;
        for (int i = 0; i < all.length(); i++) {
            Imprint imprint = all.get(i);
            if (imprint != null && imprint.kind == kind && !Kind.isSample(imprint.place)) {
                all.set(i, null);
                filled--;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // an owner is that very codec
    private Kind kind(Object owner, byte form) {
        for (Kind kind : kinds) {
            if (kind.owner == owner && kind.form == form) {
                return kind;
            }
        }
        Kind kind = new Kind(owner, form);
        kinds = Arrays.copyOf(kinds, kinds.length + 1);
        kinds[kinds.length - 1] = kind;
        return kind;
    }

    private static long place(long object, Object owner, byte form) {
        return Sharing.mix(object, System.identityHashCode(owner) * 4L + form);
    }

    /** The upper bits of a product are those on which all bits of its factors have a say. */
    private static int set(long place, AtomicReferenceArray<?> all) {
        return (int) (place >>> 44) & (all.length() - WAYS);
    }

    private static int indexOf(long place, AtomicReferenceArray<@Nullable Imprint> all) {
        int first = set(place, all);
        for (int i = first; i < first + WAYS; i++) {
            Imprint imprint = all.get(i);
            if (imprint != null && imprint.place == place) {
                return i;
            }
        }
        return -1;
    }

    private boolean isFull(AtomicReferenceArray<?> all) {
        return filled >= all.length() / 2 && all.length() < LARGEST_SIZE;
    }

    private void put(Imprint imprint, AtomicReferenceArray<@Nullable Imprint> all) {
        int known = indexOf(imprint.place, all);
        int at = known < 0 ? vacancy(set(imprint.place, all), all) : known;
        if (all.getAndSet(at, imprint) == null) {
            filled++;
        }
    }

    private int vacancy(int first, AtomicReferenceArray<@Nullable Imprint> all) {
        for (int i = first; i < first + WAYS; i++) {
            if (all.get(i) == null) {
                return i;
            }
        }
        return first + (next++ & (WAYS - 1));
    }

    private AtomicReferenceArray<@Nullable Imprint> grown(AtomicReferenceArray<@Nullable Imprint> all) {
        var larger = new AtomicReferenceArray<@Nullable Imprint>(2 * all.length());
        filled = 0;
        for (int i = 0; i < all.length(); i++) {
            Imprint imprint = all.get(i);
            if (imprint != null) {
                put(imprint, larger);
            }
        }
        table = larger;
        return larger;
    }

    /** Takes the imprint of these bytes: the sum of the products of neighbouring words, each with its word of the key added. */
    private void press(byte[] buffer, int from, int length) {
        long[] key = Key.WORDS;
        int to = from + length;
        int k = 0;
        int at = from;
        long upper = 0;
        long lower = 0;
        for (; at + 16 <= to; at += 16) {
            long a = (long) LONGS.get(buffer, at) + key[k++];
            long b = (long) LONGS.get(buffer, at + 8) + key[k++];
            long product = a * b;
            lower += product;
            upper += Math.unsignedMultiplyHigh(a, b) + (Long.compareUnsigned(lower, product) < 0 ? 1 : 0);
        }
        if (at < to) {
            long a = last(buffer, at, to) + key[k++];
            long b = last(buffer, at + 8, to) + key[k];
            long product = a * b;
            lower += product;
            upper += Math.unsignedMultiplyHigh(a, b) + (Long.compareUnsigned(lower, product) < 0 ? 1 : 0);
        }
        high = upper;
        low = lower;
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
        static final long[] WORDS = new SecureRandom().longs(LONGEST / 8 + 2).toArray();
    }
}
