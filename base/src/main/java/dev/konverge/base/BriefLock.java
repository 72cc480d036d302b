package dev.konverge.base;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections of well below a microsecond: who finds it taken stays away for a while, instead of parking at once.
 *
 * <p>Parking and being unparked costs ten times what such a section does. And when two processors take turns at it, most of the
 * time goes into moving the guarded memory from one to the other and back. Whoever stays away for a microsecond or two lets the
 * other one do a dozen sections on memory that is at hand. If the lock is still taken after a few microseconds, its holder
 * was probably suspended, and it is time to park. Where some sections work off a whole batch, a {@link #patient} one stays away longer.
 *
 * <p>Apart from that it is a {@link ReentrantLock}, unfair.
 */
public final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    // In calls of onSpinWait, which take 15 to 50 ns; fewer than the fifty after which Lincheck takes a loop for
    // endless.
    private static final int FIRST_PAUSE = 8;
    private static final int LAST_PAUSE = 32;
    private static final int PATIENT_FIRST_PAUSE = 32;
    private static final int PATIENT_LAST_PAUSE = 48;

    private static final int PAUSES = 3;
    private static final int PATIENT_PAUSES = 16;

    private final int firstPause;
    private final int lastPause;
    private final int pauses;

    /** A lock that nobody holds. */
    public BriefLock() {
        this(FIRST_PAUSE, LAST_PAUSE, PAUSES);
    }

    private BriefLock(int firstPause, int lastPause, int pauses) {
        this.firstPause = firstPause;
        this.lastPause = lastPause;
        this.pauses = pauses;
    }

    /** {@return a lock that nobody holds, some of whose sections take a few microseconds}. Parks after ten to forty of them. */
    public static BriefLock patient() {
        return new BriefLock(PATIENT_FIRST_PAUSE, PATIENT_LAST_PAUSE, PATIENT_PAUSES);
    }

    @Override
    public void lock() {
        int pause = firstPause;
        for (int left = pauses; !tryLock(); left--) {
            if (left == 0) {
                super.lock();
                return;
            }
            for (int i = 0; i < pause; i++) {
                Thread.onSpinWait();
            }
            pause = Math.min(pause * 2, lastPause);
        }
    }

    /**
     * Lets others run first who need the processor of this thread to take the lock. A virtual thread is never made to leave its processor:
     * who goes through many sections without ever waiting has to offer it. Not to be called with the lock.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it: if nobody runs, nothing but time is lost.
    public void giveWay() {
        Thread.yield();
    }
}
