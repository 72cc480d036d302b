package dev.konverge.workqueue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells one who reads without the lock whether something was written meanwhile. Writers hold the lock.
 *
 * <p>What was read between {@link #read} and an {@link #isUnchangedSince} that says yes is what was there at one moment. All else
 * may be a mixture, and must not be used for anything.
 *
 * <p>A lock also hands on what was written before it was taken; here two full fences do. Who adds writes something, then asks
 * whether its key waits. Who takes the key says so by the stamp, then reads what the other has written. With a full fence between
 * the two steps on both sides one of them sees the other: either the key is seen to be gone, or what was written is seen by its
 * worker. Without them each could miss the other, and a change would be lost.
 */
final class WriteStamp {
    /** What {@link #read} says while somebody writes. */
    static final long WRITING = -1;

    private static final VarHandle STAMP;

    static {
        try {
            STAMP = MethodHandles.lookup().findVarHandle(WriteStamp.class, "stamp", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Odd while somebody writes. Written under the lock, read without it. */
    private long stamp;

    void beginWrite() {
        STAMP.setOpaque(this, stamp + 1);
        // No write may be seen before the odd number.
        VarHandle.storeStoreFence();
    }

    /** As {@link #beginWrite}, for handing out a key. */
    void beginTake() {
        STAMP.setOpaque(this, stamp + 1);
        // Nothing that the worker reads later may have been read before the odd number could be seen.
        VarHandle.fullFence();
    }

    void endWrite() {
        STAMP.setRelease(this, stamp + 1);
    }

    long read() {
        // Whatever the caller has written can be seen before it asks.
        VarHandle.fullFence();
        long seen = (long) STAMP.getAcquire(this);
        return (seen & 1) == 0 ? seen : WRITING;
    }

    boolean isUnchangedSince(long seen) {
        // No read before this may be made after it.
        VarHandle.loadLoadFence();
        return (long) STAMP.getOpaque(this) == seen;
    }
}
