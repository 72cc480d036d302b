package dev.konverge.base;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections of well below a microsecond: who finds it taken looks again for a moment before it parks.
 *
 * <p>Parking and being unparked costs more than such a section takes, ten times and more. The looks grow further apart, so that
 * the holder is left alone with the memory it works on. Apart from that it is a {@link ReentrantLock}, unfair.
 */
public final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    /** The last pause before parking, in {@link Thread#onSpinWait()}s; all of them together take some microseconds. */
    private static final int LONGEST_PAUSE = 64;

    /** A lock that nobody holds. */
    public BriefLock() {}

    @Override
    public void lock() {
        for (int pause = 4; !tryLock(); pause *= 2) {
            if (pause > LONGEST_PAUSE) {
                super.lock();
                return;
            }
            for (int i = 0; i < pause; i++) {
                Thread.onSpinWait();
            }
        }
    }
}
