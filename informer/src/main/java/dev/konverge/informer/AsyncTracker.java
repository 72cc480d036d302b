package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Carries "everything that was there at the start has been dealt with" through a consumer's own queue that deduplicates and
 * reorders, such as a work queue.
 *
 * <p>Call {@link #start} with the key of each initial object that is put in, {@link #finished} with a key that has been dealt with,
 * and {@link #upstreamHasSynced} once after the last start. A key that was not started may be finished, and one may be started
 * several times.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the type of the keys
 */
public final class AsyncTracker<K> {
    private final SyncLatch latch;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Set<K> open = new HashSet<>();

    @GuardedBy("lock")
    private boolean upstreamSynced;

    /** A tracker that completes a latch. */
    public AsyncTracker(SyncLatch latch) {
        this.latch = latch;
    }

    /** An initial object is on its way. */
    public void start(K key) {
        if (latch.isDone()) {
            return;
        }
        lock.lock();
        try {
            open.add(key);
        } finally {
            lock.unlock();
        }
    }

    /** An object has been dealt with. */
    public void finished(K key) {
        if (latch.isDone()) {
            return;
        }
        boolean all;
        lock.lock();
        try {
            open.remove(key);
            all = upstreamSynced && open.isEmpty();
        } finally {
            lock.unlock();
        }
        completeIf(all);
    }

    /** All initial objects have been started. */
    public void upstreamHasSynced() {
        boolean all;
        lock.lock();
        try {
            upstreamSynced = true;
            all = open.isEmpty();
        } finally {
            lock.unlock();
        }
        completeIf(all);
    }

    private void completeIf(boolean all) {
        if (all) {
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
