package dev.konverge.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.model.Resource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The opening of one watch, by a task of its own: before there is a stream to close, only an interrupt of who opens it ends
 * the wait, and the thread of a caller is not ours to interrupt.
 */
final class Opening<T extends Resource> {
    private final Platform platform;
    private final Supplier<WatchStream<T>> open;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private @Nullable WatchStream<T> opened;

    @GuardedBy("lock")
    private @Nullable RuntimeException failure;

    @GuardedBy("lock")
    private boolean calledOff;

    Opening(Supplier<WatchStream<T>> open, Platform platform) {
        this.open = open;
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    /** {@return the stream, which the caller closes; null if it was called off, or not open by the deadline} */
    @Nullable
    WatchStream<T> await(long deadline) throws InterruptedException {
        // Not closed: once interrupted it ends by itself, and who called it off does not wait for that.
        Task task = platform.start("watch-opening", this::run);
        lock.lock();
        try {
            return outcome(deadline);
        } finally {
            lock.unlock();
            task.interrupt();
        }
    }

    @GuardedBy("lock")
    private @Nullable WatchStream<T> outcome(long deadline) throws InterruptedException {
        try {
            while (opened == null && failure == null && !calledOff && changed.awaitUntil(deadline)) {
                // Woken, maybe for nothing.
            }
        } catch (InterruptedException e) {
            if (opened == null) {
                throw e;
            }
            // Both came at once. The stream is not to be lost; whoever reads it hears of the interrupt.
            Thread.currentThread().interrupt();
        } finally {
            // What comes from now on comes too late.
            calledOff = true;
        }
        if (failure != null) {
            throw failure;
        }
        return opened;
    }

    /** Releases whoever awaits it, without a stream. */
    void callOff() {
        lock.lock();
        try {
            calledOff = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        WatchStream<T> stream = null;
        // Whatever happens, the one who waits must hear of it.
        RuntimeException thrown = new IllegalStateException("the opening of a watch broke off");
        try {
            stream = open.get();
            thrown = null;
        } catch (RuntimeException e) {
            thrown = e;
        } finally {
            if (!deliver(stream, thrown) && stream != null) {
                stream.close();
            }
        }
    }

    /** {@return whether someone still waits for it} */
    private boolean deliver(@Nullable WatchStream<T> stream, @Nullable RuntimeException thrown) {
        lock.lock();
        try {
            if (calledOff) {
                return false;
            }
            opened = stream;
            failure = thrown;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
