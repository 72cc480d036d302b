package dev.konverge.informer;

import dev.konverge.base.Platform;
import java.time.Duration;

/**
 * Whether the owner of a thread wants its end.
 *
 * <p>An interrupt alone does not say so: callbacks run on the thread too, and some of them interrupt it, because they keep an
 * interrupt of their own. What must not end by itself asks here.
 */
final class StopRequest {
    private static final GuardedLog LOG = GuardedLog.of(StopRequest.class);

    private final String thread;

    /** Written by the owner, read by the thread. */
    private volatile boolean made;

    StopRequest(String thread) {
        this.thread = thread;
    }

    /** Wants the end; the interrupt that follows releases the thread from whatever it waits for. */
    void make() {
        made = true;
    }

    boolean isMade() {
        return made;
    }

    /**
     * To be called after anything was thrown: takes back an interrupt that is not the owner's.
     *
     * @throws InterruptedException if the owner wants the end
     */
    void endIfMade() throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        if (made) {
            throw new InterruptedException(thread + " was asked to stop");
        }
        if (interrupted) {
            warn();
        }
    }

    /** To be called after a callback: takes back an interrupt that it has left behind. The owner's stays. */
    void takeBackInterrupt() {
        if (!Thread.interrupted()) {
            return;
        }
        // The owner asks first and interrupts then, so whoever has seen the interrupt sees the request.
        if (made) {
            Thread.currentThread().interrupt();
        } else {
            warn();
        }
    }

    private void warn() {
        LOG.warn("a callback left the thread interrupted; going on", line -> line.addKeyValue("thread", thread));
    }

    /** A part of a thread's work. */
    @FunctionalInterface
    interface Round {
        void go() throws InterruptedException;
    }

    /** What follows a round that has thrown. */
    @FunctionalInterface
    interface Aftermath {
        void follow(Throwable failure) throws InterruptedException;
    }

    /**
     * Goes round until the owner wants the end, whatever rounds throw, and whatever is thrown while that is told.
     *
     * @throws InterruptedException if the owner wants the end
     */
    void rounds(Round round, Aftermath aftermath) throws InterruptedException {
        while (!made) {
            try {
                round.go();
            } catch (Throwable failure) {
                endIfMade();
                followed(aftermath, failure);
            }
        }
    }

    private void followed(Aftermath aftermath, Throwable failure) throws InterruptedException {
        try {
            aftermath.follow(failure);
        } catch (Throwable untold) {
            // No memory for a word about it, most likely. To go on is all that is left.
            endIfMade();
        }
    }

    /**
     * Lets time pass, all of it.
     *
     * @throws InterruptedException if the owner wants the end
     */
    void sleep(Platform platform, Duration duration) throws InterruptedException {
        long end = platform.clock().deadlineAfter(duration);
        for (long now = platform.clock().nanoTime();
                now < end;
                now = platform.clock().nanoTime()) {
            if (made) {
                endIfMade();
            }
            try {
                platform.sleep(Duration.ofNanos(end - now));
            } catch (InterruptedException e) {
                endIfMade();
            }
        }
    }
}
