package dev.konverge.informer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries "everything that was there at the start has been dealt with" through a consumer's own queue that keeps the order.
 *
 * <p>Call {@link #start} for each initial object that is put in, {@link #finished} when it has been dealt with, in the same order,
 * and {@link #upstreamHasSynced} once after the last start.
 *
 * <p>Safe for use by many threads.
 */
public final class SingleFileTracker {
    private final SyncLatch latch;
    private final AtomicLong open = new AtomicLong();

    /** Written by whoever knows that there will be no more starts, read by whoever finishes. */
    private volatile boolean upstreamSynced;

    /** A tracker that completes a latch. */
    public SingleFileTracker(SyncLatch latch) {
        this.latch = latch;
    }

    /** An initial object is on its way. */
    public void start() {
        open.incrementAndGet();
    }

    /**
     * An initial object has been dealt with.
     *
     * @throws IllegalStateException if that is one too many
     */
    public void finished() {
        long left = open.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("negative counter: finished more often than started");
        }
        check(left);
    }

    /** All initial objects have been started. */
    public void upstreamHasSynced() {
        upstreamSynced = true;
        check(open.get());
    }

    private void check(long left) {
        if (left == 0 && upstreamSynced) {
            latch.complete();
        }
    }

    /** {@return whether all initial objects have been dealt with} Once true it stays true. */
    public boolean hasSynced() {
        return latch.isDone();
    }

    /** {@return what can be waited for until {@link #hasSynced()}} */
    public DoneChecker synced() {
        return latch;
    }
}
