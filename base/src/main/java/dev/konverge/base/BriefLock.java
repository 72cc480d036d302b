package dev.konverge.base;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for sections of well below a microsecond: who finds it taken stays away for a while, instead of parking at once.
 *
 * <p>Parking and being unparked costs ten times what such a section does. And when two processors take turns at it, most of the
 * time goes into moving the guarded memory from one to the other and back. Whoever stays away for a microsecond or two lets the
 * other one do a dozen sections on memory that is at hand. If the lock is still taken after a few microseconds, its holder
 * was probably suspended, and it is time to park.
 *
 * <p>Where threads go from one section to the next, the lock is taken nearly all the time. Who parks there is unparked by the next release
 * and finds it taken again; who goes on trying is busy with nothing. Who waits for a {@link #patient} lock sleeps instead, longer and longer,
 * so that the thread that is at it works alone and the processor is free for somebody else.
 *
 * <p>Apart from that it is a {@link ReentrantLock}, unfair.
 */
public final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    // In calls of onSpinWait, which take 15 to 50 ns; fewer than the fifty after which Lincheck takes a loop for
    // endless.
    private static final int FIRST_PAUSE = 8;
    private static final int LAST_PAUSE = 32;
    private static final int PAUSES = 3;

    // In nanoseconds. The system adds some fifty thousand, so a shorter one would not be shorter.
    private static final long FIRST_NAP = 20_000;
    private static final long LAST_NAP = 200_000;

    /** After so many, within some four milliseconds, it is the turn of whoever waits. */
    private static final int NAPS = 16;

    private final int naps;

    /** A lock that nobody holds. */
    public BriefLock() {
        this(0);
    }

    private BriefLock(int naps) {
        this.naps = naps;
    }

    /** {@return a lock that nobody holds, whose waiters sleep before they park} For sections that follow each other without a break. */
    public static BriefLock patient() {
        return new BriefLock(NAPS);
    }

    @Override
    public void lock() {
        if (!tryLock() && !pause() && !nap()) {
            super.lock();
        }
    }

    /** {@return whether it has the lock now} */
    private boolean pause() {
        int pause = FIRST_PAUSE;
        for (int left = PAUSES; left > 0; left--) {
            for (int i = 0; i < pause; i++) {
                Thread.onSpinWait();
            }
            if (tryLock()) {
                return true;
            }
            pause = Math.min(pause * 2, LAST_PAUSE);
        }
        return false;
    }

    /** {@return whether it has the lock now} A thread that is interrupted does not sleep, and parks the sooner. */
    private boolean nap() {
        long nap = FIRST_NAP;
        for (int left = naps; left > 0; left--) {
            LockSupport.parkNanos(this, nap);
            if (tryLock()) {
                return true;
            }
            nap = Math.min(nap * 2, LAST_NAP);
        }
        return false;
    }
}
