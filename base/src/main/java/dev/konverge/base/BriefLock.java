package dev.konverge.base;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections of well below a microsecond: who finds it taken stays away for a while, instead of parking at once.
 *
 * <p>Parking and being unparked costs ten times what such a section does. And when two processors take turns at it, most of the
 * time goes into moving the guarded memory from one to the other and back. Whoever stays away for a microsecond or two lets the
 * other one do a dozen sections on memory that is at hand. If the lock is still taken after a few microseconds, its holder
 * was probably suspended, and it is time to park.
 *
 * <p>Apart from that it is a {@link ReentrantLock}, unfair.
 */
public final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    // In calls of onSpinWait, which take 15 to 50 ns; fewer than the fifty after which Lincheck takes a loop for
    // endless.
    private static final int FIRST_PAUSE = 8;
    private static final int LAST_PAUSE = 32;

    /** A lock that nobody holds. */
    public BriefLock() {}

    @Override
    public void lock() {
        for (int pause = FIRST_PAUSE; !tryLock(); pause *= 2) {
            if (pause > LAST_PAUSE) {
                super.lock();
                return;
            }
            for (int i = 0; i < pause; i++) {
                Thread.onSpinWait();
            }
        }
    }
}
