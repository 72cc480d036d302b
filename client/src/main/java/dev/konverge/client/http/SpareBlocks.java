package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Memory that answers have been read from, for the next bytes of whichever answer of the connection. A list of many megabytes goes through
 * a few blocks this way, instead of leaving as much for the collector.
 *
 * <p>It keeps {@value #MOST} blocks at most; what is given back beyond that is the collector's.
 */
final class SpareBlocks {
    /** As large as the frames that servers send. */
    static final int SIZE = 1 << 14;

    /** More than a reader that lags behind takes before the server is allowed to send as much again. */
    static final int MOST = 48;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<byte[]> blocks = new ArrayDeque<>(0);

    /** {@return a block, with whatever is in it} */
    byte[] take() {
        lock.lock();
        try {
            byte[] spare = blocks.pollLast();
            return spare == null ? new byte[SIZE] : spare;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a block that nobody uses any more. */
    void give(byte[] block) {
        lock.lock();
        try {
            if (blocks.size() < MOST) {
                blocks.addLast(block);
            }
        } finally {
            lock.unlock();
        }
    }
}
