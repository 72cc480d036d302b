package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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
    private Portion<E> waiting = new Portion<>();

    @GuardedBy("lock")
    private boolean closed;

    /** How many were put, ever. Written under the lock, read by anyone. */
    private final AtomicLong put = new AtomicLong();

    /** How many were finished, ever. Written by the taker, read by anyone. */
    private final AtomicLong finished = new AtomicLong();

    ListenerBuffer(Platform platform) {
        this.arrived = platform.signal(lock);
    }

    /**
     * What is taken together. It gives each once, and does not keep what it has given: behind a slow handler that would be a copy of
     * all that has changed.
     */
    static final class Portion<E> {
        private final List<@Nullable E> elements = new ArrayList<>();

        /** The first that was not given; those before it are null. */
        private int next;

        private void add(List<? extends E> more) {
            elements.addAll(more);
        }

        boolean isEmpty() {
            return next == elements.size();
        }

        /** {@return the next one} There must be one. */
        E next() {
            return Objects.requireNonNull(elements.set(next++, null));
        }

        private Portion<E> emptied() {
            if (elements.size() > KEPT) {
                return new Portion<>();
            }
            elements.clear();
            next = 0;
            return this;
        }
    }

    /** Puts some at the end; does nothing once closed. */
    void put(List<? extends E> more) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            boolean wasEmpty = waiting.isEmpty();
            waiting.add(more);
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
    Portion<E> take(Portion<E> empty) throws InterruptedException {
        Portion<E> given = empty.emptied();
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                arrived.await();
            }
            Portion<E> taken = waiting;
            waiting = given;
            return taken;
        } finally {
            lock.unlock();
        }
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
            waiting = new Portion<>();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
