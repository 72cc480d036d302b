package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Memory that answers have been read from, for the next bytes of whichever answer of the connection. A list of many megabytes goes through
 * a few blocks this way, instead of leaving as much for the collector.
 *
 * <p>A flood of changes comes in waves: a reader that shares its processors with the server falls behind by a whole window, catches up, and
 * falls behind again. So it keeps {@value #MOST} blocks, as many as that takes, until somebody finds that it has become quiet; then
 * {@value #USUAL}.
 */
final class SpareBlocks {
    /** As large as the frames that servers send. */
    static final int SIZE = 1 << 14;

    /** More than a reader that lags behind takes before the server is allowed to send as much again. */
    static final int USUAL = 48;

    /** As many as wait for a reader that the server has left behind. */
    static final int MOST = Http2Connection.WINDOW / SIZE;

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

    /** {@return whether there are more than a quiet connection needs} */
    boolean areMany() {
        lock.lock();
        try {
            return blocks.size() > USUAL;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps no more than a quiet connection needs. */
    void rest() {
        lock.lock();
        try {
            while (blocks.size() > USUAL) {
                blocks.removeLast();
            }
        } finally {
            lock.unlock();
        }
    }
}
