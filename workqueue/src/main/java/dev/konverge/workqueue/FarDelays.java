package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import java.util.Arrays;

/**
 * Slots whose deadlines are not near: sorted roughly, in buckets that are the wider the farther away they are.
 *
 * <p>Time is counted in ticks, and a tick is written in digits of eight bits. A slot is in the wheel of the highest digit in which its tick
 * differs from the current one, in the bucket of that digit. So a slot is added and removed without looking at others, whatever their
 * number. When the time of a bucket comes, its slots go to the wheels of lower digits, and from the lowest to the heap: each a few times at
 * most. A bucket is a list, linked both ways by slot numbers; before
 * its first is its last.
 */
final class FarDelays {
    private static final int TICK_BITS = 16;
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int WHEELS = 6;
    private static final int WORDS = DIGITS / Long.SIZE;
    private static final int CHUNK_BITS = 8;
    private static final int CHUNK = 1 << CHUNK_BITS;

    // What belongs to a slot, by its number: present for a chunk of slots as soon as one of them was here.
    private long[][] deadlines = {};
    private int[][] links = {};

    private final int[] firstOf = new int[WHEELS * DIGITS];

    /** The earliest deadline that was added to each bucket since it was empty. */
    private final long[] earliestOf = new long[WHEELS * DIGITS];

    /** One bit for each bucket that is not empty. */
    private final long[] filled = new long[WHEELS * WORDS];

    /** No slot here has an earlier tick. In the wheels above the lowest the bucket of the current digit is empty. */
    private long current;

    private int size;

    FarDelays() {
        this(0);
    }

    private FarDelays(long current) {
        this.current = current;
        Arrays.fill(firstOf, KeySlab.NONE);
    }

    /** One without slots, and without memory for any, at the same point of time. */
    FarDelays emptied() {
        return new FarDelays(current);
    }

    int size() {
        return size;
    }

    /** Whether a slot of that deadline belongs here. */
    boolean isFar(long deadline) {
        return deadline >>> TICK_BITS >= current;
    }

    /** The deadline of a slot that is here. */
    long deadlineOf(int slot) {
        return deadlines[slot >>> CHUNK_BITS][slot & (CHUNK - 1)];
    }

    /** Adds a slot that is not here, and belongs here. */
    void add(int slot, long deadline) {
        makeRoom(slot >>> CHUNK_BITS);
        deadlines[slot >>> CHUNK_BITS][slot & (CHUNK - 1)] = deadline;
        link(slot, deadline);
        size++;
    }

    private void makeRoom(int chunk) {
        if (chunk >= links.length) {
            int length = chunk + 1 + (chunk >> 3);
            deadlines = Arrays.copyOf(deadlines, length);
            links = Arrays.copyOf(links, length);
            for (int i = 0; i < length; i++) {
                // Empty until it is needed: the slots of delayed keys need not be all slots.
                deadlines[i] = deadlines[i] == null ? new long[0] : deadlines[i];
                links[i] = links[i] == null ? new int[0] : links[i];
            }
        }
        if (links[chunk].length == 0) {
            deadlines[chunk] = new long[CHUNK];
            links[chunk] = new int[2 * CHUNK];
        }
    }

    /** Takes a slot that is here. */
    void remove(int slot) {
        int bucket = bucketOf(deadlineOf(slot));
        int first = firstOf[bucket];
        int before = before(slot);
        int after = after(slot);
        if (slot == first) {
            setFirst(bucket, after);
        } else {
            setAfter(before, after);
        }
        if (after != KeySlab.NONE) {
            setBefore(after, before);
        } else if (slot != first) {
            setBefore(first, before);
        }
        size--;
    }

    /** No slot has an earlier deadline, and one has this one or had until it was removed; {@link Clock#NEVER} if there is none. */
    long earliest() {
        return size == 0 ? Clock.NEVER : earliestOf[firstBucket()];
    }

    /** Lets time go on to the first bucket; what is in it goes to wheels of lower digits, or is near from now on. There must be one. */
    void pourFirst(DelayHeap near) {
        int bucket = firstBucket();
        current = startOf(bucket);
        if (bucket < DIGITS) {
            for (int slot = takeAll(bucket); slot != KeySlab.NONE; slot = after(slot)) {
                near.add(slot, deadlineOf(slot));
                size--;
            }
            current++;
        }
        for (int wheel = WHEELS - 1; wheel > 0; wheel--) {
            spread(bucket(wheel, current));
        }
    }

    private void spread(int bucket) {
        int slot = takeAll(bucket);
        while (slot != KeySlab.NONE) {
            int next = after(slot);
            link(slot, deadlineOf(slot));
            slot = next;
        }
    }

    private int takeAll(int bucket) {
        int first = firstOf[bucket];
        setFirst(bucket, KeySlab.NONE);
        return first;
    }

    private int bucketOf(long deadline) {
        long tick = deadline >>> TICK_BITS;
        int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros((tick ^ current) | 1);
        return bucket(highest / DIGIT_BITS, tick);
    }

    private static int bucket(int wheel, long tick) {
        return wheel * DIGITS + (int) ((tick >>> (wheel * DIGIT_BITS)) & (DIGITS - 1));
    }

    private long startOf(int bucket) {
        int wheel = bucket >>> DIGIT_BITS;
        long digit = bucket & (DIGITS - 1);
        long higher = current >>> ((wheel + 1) * DIGIT_BITS);
        return ((higher << DIGIT_BITS) | digit) << (wheel * DIGIT_BITS);
    }

    /** The first that is not empty: those of lower digits come before all of higher ones. */
    private int firstBucket() {
        int word = 0;
        while (filled[word] == 0) {
            word++;
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(filled[word]);
    }

    /** Makes a slot the last of its bucket: where deadlines are the same the order of adding should be kept. */
    private void link(int slot, long deadline) {
        int bucket = bucketOf(deadline);
        int first = firstOf[bucket];
        setAfter(slot, KeySlab.NONE);
        if (first == KeySlab.NONE) {
            earliestOf[bucket] = deadline;
            setBefore(slot, slot);
            setFirst(bucket, slot);
        } else {
            earliestOf[bucket] = Math.min(earliestOf[bucket], deadline);
            setAfter(before(first), slot);
            setBefore(slot, before(first));
            setBefore(first, slot);
        }
    }

    private void setFirst(int bucket, int slot) {
        firstOf[bucket] = slot;
        long bit = 1L << bucket;
        if (slot == KeySlab.NONE) {
            filled[bucket / Long.SIZE] &= ~bit;
        } else {
            filled[bucket / Long.SIZE] |= bit;
        }
    }

    private int before(int slot) {
        return links[slot >>> CHUNK_BITS][(slot & (CHUNK - 1)) << 1];
    }

    private void setBefore(int slot, int before) {
        links[slot >>> CHUNK_BITS][(slot & (CHUNK - 1)) << 1] = before;
    }

    private int after(int slot) {
        return links[slot >>> CHUNK_BITS][((slot & (CHUNK - 1)) << 1) + 1];
    }

    private void setAfter(int slot, int after) {
        links[slot >>> CHUNK_BITS][((slot & (CHUNK - 1)) << 1) + 1] = after;
    }
}
