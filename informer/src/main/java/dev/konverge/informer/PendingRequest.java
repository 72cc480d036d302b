package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Task;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The request that a task waits for an answer to, if there is one. The task waits; another may give it up. */
final class PendingRequest {
    private final ReentrantLock lock = new ReentrantLock();

    /** Who asks; known once it runs. */
    @GuardedBy("lock")
    private @Nullable Task asker;

    @GuardedBy("lock")
    private boolean pending;

    /** Whether the request that is pending was given up, so that the interrupt comes from here. */
    @GuardedBy("lock")
    private boolean givenUp;

    void askedBy(Task task) {
        lock.lock();
        try {
            asker = task;
        } finally {
            lock.unlock();
        }
    }

    void begin() {
        lock.lock();
        try {
            pending = true;
            givenUp = false;
        } finally {
            lock.unlock();
        }
    }

    /** Gives up the request, if one is pending, by an interrupt. {@return whether one was} */
    boolean giveUp() {
        lock.lock();
        try {
            // Under the lock, so that the interrupt cannot come after the answer.
            if (pending && asker != null) {
                givenUp = true;
                asker.interrupt();
            }
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /** To be called by the asker, whichever way it ended. {@return whether it was given up; its interrupt is taken back then} */
    boolean end() {
        lock.lock();
        try {
            pending = false;
            if (givenUp) {
                Thread.interrupted();
            }
            return givenUp;
        } finally {
            lock.unlock();
        }
    }
}
