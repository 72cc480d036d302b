package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What waits for one handler, in order. It has no bound: who puts never waits, and memory grows with a slow handler instead
 * (PL-1, PL-2).
 *
 * <p>The taker takes all there is at once, by exchanging its empty list for the full one, so that neither side works on the
 * other's memory and a flood costs one wake-up.
 *
 * @param <E> what waits
 */
final class ListenerBuffer<E> {
    /** Larger lists are left to the garbage collector, so that a flood does not cost memory for ever. */
    private static final int KEPT = 1 << 14;

    private final BriefLock lock = new BriefLock();
    private final Signal arrived;

    @GuardedBy("lock")
    private List<E> waiting = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    /** How many were put, ever. Written under the lock, read by anyone. */
    private final AtomicLong put = new AtomicLong();

    /** How many were finished, ever. Written by the taker, read by anyone. */
    private final AtomicLong finished = new AtomicLong();

    ListenerBuffer(Platform platform) {
        this.arrived = platform.signal(lock);
    }

    /** Puts some at the end; does nothing once closed. */
    void put(List<? extends E> more) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            boolean wasEmpty = waiting.isEmpty();
            waiting.addAll(more);
            put.lazySet(put.getPlain() + more.size());
            if (wasEmpty) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for something, and takes all there is.
     *
     * @param empty what the taker took last, and does not need any more
     * @return what there is, in order; empty once closed
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    List<E> take(List<E> empty) throws InterruptedException {
        List<E> given = reusable(empty);
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                arrived.await();
            }
            List<E> taken = waiting;
            waiting = given;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private static <E> List<E> reusable(List<E> taken) {
        boolean small = taken.size() <= KEPT;
        taken.clear();
        return small ? taken : new ArrayList<>();
    }

    /** The taker has finished one. */
    void finish() {
        finished.lazySet(finished.getPlain() + 1);
    }

    /** {@return how many were put and not finished; none once closed} */
    int backlog() {
        lock.lock();
        try {
            return closed ? 0 : (int) Math.min(Integer.MAX_VALUE, put.get() - finished.get());
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether more than so many were put and not finished} For the taker; takes no lock. */
    boolean isLongerThan(int count) {
        return put.get() - finished.getPlain() > count;
    }

    /** Drops what waits, takes no more, and lets the taker go. Idempotent. */
    void close() {
        lock.lock();
        try {
            closed = true;
            waiting = new ArrayList<>();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
