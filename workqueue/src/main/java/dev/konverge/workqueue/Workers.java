package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import dev.konverge.base.Signal;

/**
 * The workers of a queue that have nothing to do: how many wait, who of them watches the next deadline, and whether one has to be
 * woken.
 *
 * <p>Who is woken looks whether there is more when it has taken a key, and wakes the next: a chain of wake-ups reaches as many
 * workers as there are keys, while those who add pay for one. So there is no use in waking another until the woken one has looked.
 *
 * <p>Changed under the queue's lock; whether they are hungry is read by anybody.
 */
final class Workers {
    private final Signal work;

    /** How many wait. */
    private int idle;

    /** One that waited was woken and did not look yet. */
    private boolean waking;

    /** Whether some wait, and none is on its way. */
    private volatile boolean hungry;

    private long watched = Clock.NEVER;

    Workers(Signal work) {
        this.work = work;
    }

    /** Whether one has to be woken if there is something to do. */
    boolean areHungry() {
        return hungry;
    }

    /** The earliest deadline that one of them will wake up for by itself. */
    long watched() {
        return watched;
    }

    /** Waits for something to change. One worker watches the next deadline; the others wait without a bound, so they cost nothing. */
    void await(long deadline, Intake<?> intake) throws InterruptedException {
        boolean watches = deadline < watched;
        if (watches) {
            watched = deadline;
        }
        idle++;
        noteHunger();
        try {
            // Who added before it could see that somebody is hungry has left it in the intake.
            if (intake.isEmpty()) {
                work.awaitUntil(watches ? deadline : Clock.NEVER);
            }
        } finally {
            idle--;
            waking = false;
            noteHunger();
            if (watches) {
                watched = Clock.NEVER;
            }
        }
    }

    /** Wakes one. They must be hungry. */
    void wakeOne() {
        waking = true;
        noteHunger();
        work.signal();
    }

    /** Wakes all, to see that there is nothing left to wait for. */
    void wakeAll() {
        work.signalAll();
    }

    private void noteHunger() {
        boolean now = idle > 0 && !waking;
        if (hungry != now) {
            hungry = now;
        }
    }
}
