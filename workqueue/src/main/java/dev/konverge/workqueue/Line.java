package dev.konverge.workqueue;

import dev.konverge.base.BriefLock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A line before a lock: of those who find the lock taken one waits for it, and the others wait for their turn to do so.
 *
 * <p>Who waits for a {@link BriefLock#patient} lock wakes up again and again to try. One that does so is enough; of thirty most wake up
 * for nothing, and that costs more than what they came for. Those who wait for their turn cost nothing.
 */
final class Line {
    private final BriefLock lock;

    /** Fair, so that each one's turn comes: the lock itself goes to whoever finds it free. */
    private final ReentrantLock turn = new ReentrantLock(true);

    Line(BriefLock lock) {
        this.lock = lock;
    }

    /** Takes the lock, which the caller then releases as if it had taken it by itself. Not for who has it already. */
    void lock() {
        if (lock.tryLock()) {
            return;
        }
        turn.lock();
        try {
            lock.lock();
        } finally {
            turn.unlock();
        }
    }
}
