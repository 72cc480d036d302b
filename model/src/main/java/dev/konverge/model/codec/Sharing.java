package dev.konverge.model.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A memory of values decoded before, found by the bytes they were decoded from.
 *
 * <p>Pods of one workload are mostly equal: the same containers, the same labels, the same names. Where the input
 * continues with bytes that were decoded before, the reader takes the value it made then and goes on behind them, so
 * that equal parts of many objects are one object, and are decoded once. Values are immutable, so nobody can tell.
 *
 * <p>The memory is bounded: it forgets what was not seen for long. It is not safe for use by several threads; give each
 * stream of documents its own. Time and memory are spent only on what is seen a second time.
 */
public final class Sharing {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Whether the bytes stand for one value of their owner, a list of such values, a map of them. */
    static final byte ONE = 0;

    static final byte LIST = 1;
    static final byte MAP = 2;

    /** How many bytes of a value whose end is not known yet select its place. */
    static final int PREFIX = 24;

    private static final int WAYS = 4;
    private static final int FIRST_SETS_LOG = 5;
    private static final int MOST_SETS_LOG = 11;

    /** So many times as many values are known to have been seen once as there are sets of those seen twice, as a power of two. */
    private static final int DOOR_LOG = 3;

    private static final int RECENT_LOG = 8;
    private static final int FIRST_ARENA = 1 << 12;
    private static final int SMALLEST_ARENA = 1 << 16;

    /** Longer values are unlikely to come again byte for byte, and would push many others out. */
    private static final int LONGEST = 2048;

    private final int largestArena;

    /** Grows with what is offered: most streams of a controller bring little, and an empty memory of full size has a third of a megabyte. */
    private int setsLog = FIRST_SETS_LOG;

    // One entry is one position in these six arrays; a set of WAYS neighbours competes for the same hash.
    private long[] hashes = new long[WAYS << setsLog];
    private long[] places = new long[WAYS << setsLog];
    private int[] lengths = new int[WAYS << setsLog];
    private byte[] forms = new byte[WAYS << setsLog];
    private @Nullable Object[] owners = new @Nullable Object[WAYS << setsLog];
    private @Nullable Object[] values = new @Nullable Object[WAYS << setsLog];

    /** What was seen once: a value enters when it is seen again. */
    private int[] door = new int[1 << (setsLog + DOOR_LOG)];

    /** How often something was not known at the door. */
    private int strangers;

    /** Fast from its first use on: no JVM interprets it. */
    private final CRC32 checksum = new CRC32();

    /** The last texts and times that were made: those that only one object has, it often has twice. */
    private final @Nullable Object[] recent = new @Nullable Object[1 << RECENT_LOG];

    /** The bytes of the entries, as a ring: a place is a position in all that was ever written. */
    private byte[] arena = new byte[FIRST_ARENA];

    private long written;

    private final Imprints imprints = new Imprints();

    /** How many bytes the last hit covers. */
    private int hitLength;

    /** A memory of the usual size: at most about one and a half megabytes, less for small collections. */
    public Sharing() {
        this(1 << 20);
    }

    /**
     * A memory that keeps at most so many bytes of input.
     *
     * @param bytes a power of two, at least 64 KiB
     */
    public Sharing(int bytes) {
        if (bytes < SMALLEST_ARENA || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(
                    "size must be a power of two and at least " + SMALLEST_ARENA + ", not " + bytes);
        }
        this.largestArena = bytes;
    }

    /** {@return what the large parts of objects that may change were read from} */
    Imprints imprints() {
        return imprints;
    }

    static long mix(long hash, long word) {
        long h = (hash ^ word) * 0x9E3779B97F4A7C15L;
        return h ^ (h >>> 32);
    }

    /** {@return the hash of the bytes from here on; the caller has seen to it that PREFIX bytes are there} */
    static long prefixHash(byte[] buffer, int from) {
        long h = mix(0, (long) LONGS.get(buffer, from));
        h = mix(h, (long) LONGS.get(buffer, from + 8));
        return mix(h, (long) LONGS.get(buffer, from + 16));
    }

    /** {@return how many bytes of input the last value found stands for} */
    int hitLength() {
        return hitLength;
    }

    /**
     * {@return the value that the owner made before from bytes that stand at {@code from} again, or null}
     *
     * @param length how many bytes the value has, or -1 where that is not known
     */
    @SuppressWarnings("ReferenceEquality") // an owner is that very codec, whatever it may be equal to
    @Nullable
    Object find(Object owner, byte form, byte[] buffer, int from, int limit, int length, long hash) {
        int first = set(hash);
        for (int i = first; i < first + WAYS; i++) {
            if (hashes[i] == hash
                    && owners[i] == owner
                    && forms[i] == form
                    && matches(i, buffer, from, limit, length)) {
                hitLength = lengths[i];
                if (written - places[i] > largestArena / 2) {
                    places[i] = append(buffer, from, lengths[i]);
                }
                return values[i];
            }
        }
        return null;
    }

    private boolean matches(int i, byte[] buffer, int from, int limit, int length) {
        int n = lengths[i];
        if ((length >= 0 && length != n) || n > limit - from || written - places[i] > arena.length) {
            return false;
        }
        int at = (int) (places[i] & (arena.length - 1));
        return Arrays.equals(arena, at, at + n, buffer, from, from + n);
    }

    /** Remembers a value, if its bytes were offered before. */
    void offer(Object owner, byte form, byte[] buffer, int from, int to, long hash, Object value) {
        int n = to - from;
        if (n > LONGEST) {
            return;
        }
        checksum.reset();
        checksum.update(buffer, from, n);
        int tag = (int) checksum.getValue();
        int slot = doorSlot(tag);
        if (door[slot] != tag) {
            door[slot] = tag;
            strangers++;
            // Early, while few of them have pushed each other out.
            if (strangers > door.length / 16 && setsLog < MOST_SETS_LOG) {
                grow();
            }
            return;
        }
        int i = oldest(set(hash));
        places[i] = append(buffer, from, n);
        hashes[i] = hash;
        lengths[i] = n;
        forms[i] = form;
        owners[i] = owner;
        values[i] = value;
    }

    /** Remembers a text, a time or the like. {@return that value, or the same text or time that was made a moment ago} */
    <T> T offerScalar(Object owner, byte[] buffer, int from, int to, long hash, T value) {
        T kept = recent(hash, value);
        offer(owner, ONE, buffer, from, to, hash, kept);
        return kept;
    }

    /**
     * {@return the value, or the same text or time that was made a moment ago} Other values may be equal and yet differ:
     * {@code 1Ki} and {@code 1024} are equal quantities with texts of their own.
     */
    <T> T recent(long hash, T value) {
        if (!(value instanceof String) && !(value instanceof Instant)) {
            return value;
        }
        int slot = (int) (hash >>> (64 - RECENT_LOG));
        Object before = recent[slot];
        T kept = value;
        if (before != null && before.equals(value)) {
            @SuppressWarnings("unchecked") // what is equal to it is of its type
            T equal = (T) before;
            kept = equal;
        }
        recent[slot] = kept;
        return kept;
    }

    /** {@return the first entry of the set that the hash belongs to} */
    private int set(long hash) {
        return (int) (hash >>> (64 - setsLog)) * WAYS;
    }

    private int doorSlot(int tag) {
        return tag >>> (32 - DOOR_LOG - setsLog);
    }

    private void grow() {
        long[] oldHashes = hashes;
        long[] oldPlaces = places;
        int[] oldLengths = lengths;
        byte[] oldForms = forms;
        @Nullable Object[] oldOwners = owners;
        @Nullable Object[] oldValues = values;
        int[] oldDoor = door;
        setsLog++;
        hashes = new long[WAYS << setsLog];
        places = new long[WAYS << setsLog];
        lengths = new int[WAYS << setsLog];
        forms = new byte[WAYS << setsLog];
        owners = new @Nullable Object[WAYS << setsLog];
        values = new @Nullable Object[WAYS << setsLog];
        door = new int[1 << (setsLog + DOOR_LOG)];
        for (int i = 0; i < oldOwners.length; i++) {
            if (oldOwners[i] != null) {
                // A set becomes two, so there is room for each of its entries.
                int to = oldest(set(oldHashes[i]));
                hashes[to] = oldHashes[i];
                places[to] = oldPlaces[i];
                lengths[to] = oldLengths[i];
                forms[to] = oldForms[i];
                owners[to] = oldOwners[i];
                values[to] = oldValues[i];
            }
        }
        for (int tag : oldDoor) {
            if (tag != 0) {
                door[doorSlot(tag)] = tag;
            }
        }
    }

    private int oldest(int first) {
        int oldest = first;
        for (int i = first; i < first + WAYS; i++) {
            if (owners[i] == null) {
                return i;
            }
            if (places[i] < places[oldest]) {
                oldest = i;
            }
        }
        return oldest;
    }

    private long append(byte[] buffer, int from, int n) {
        while (written + n > arena.length && arena.length < largestArena) {
            // Nothing has wrapped around yet, so every place stays where it is.
            arena = Arrays.copyOf(arena, arena.length * 2);
        }
        int at = (int) (written & (arena.length - 1));
        if (at + n > arena.length) {
            written += arena.length - at;
            at = 0;
        }
        System.arraycopy(buffer, from, arena, at, n);
        long place = written;
        written += n;
        return place;
    }
}
