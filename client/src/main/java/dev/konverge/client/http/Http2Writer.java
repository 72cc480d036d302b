package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of a connection, for any number of threads. Who has a request to send writes it, and waits for others who write. Who only
 * has a note to pass on, as the connection's reader does, never waits, not even for the network: it leaves the note to whoever writes, or to a
 * task if nobody does.
 */
final class Http2Writer {
    /** How many notes may wait. So many only come together if the other side has them written and takes none. */
    static final int MOST_NOTES = 10_000;

    /** What the operating system mostly takes without a wait. */
    private static final int AT_ONCE = 1 << 14;

    private final OutputStream target;
    private final Platform platform;
    private final Consumer<IOException> whenBroken;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Consumer<Http2Frames>> notes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** Whether a task will look for notes. */
    private final AtomicBoolean coming = new AtomicBoolean();

    @GuardedBy("lock")
    private final Http2Frames frames = new Http2Frames();

    /** @param whenBroken told that nothing can be written any more */
    Http2Writer(OutputStream target, Platform platform, Consumer<IOException> whenBroken) {
        this.target = target;
        this.platform = platform;
        this.whenBroken = whenBroken;
    }

    /** Puts frames together, alone. */
    @FunctionalInterface
    interface Writing {
        void to(Http2Frames frames) throws IOException;
    }

    /** Writes frames that belong together. Fails without a trace if putting them together does before the first of them. */
    void write(Writing writing) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            // What was to be said before goes first.
            putNotes();
            try {
                compose(writing);
            } catch (Throwable refused) {
                flushBeside(refused);
                throw refused;
            }
            flush();
        } finally {
            lock.unlock();
            writeNotes();
        }
    }

    /** The notes go out all the same. That they cannot is told to the connection: the caller must hear that nothing of his has left. */
    @GuardedBy("lock")
    private void flushBeside(Throwable refused) {
        try {
            flush();
        } catch (IOException broken) {
            refused.addSuppressed(broken);
        }
    }

    @GuardedBy("lock")
    private void compose(Writing writing) throws IOException {
        boolean whole = false;
        int before = frames.size();
        try {
            writing.to(frames);
            whole = true;
        } finally {
            if (!whole && frames.size() > before) {
                // A table of headers that the other side does not have: nothing can follow.
                frames.cut(before);
                whenBroken.accept(new IOException("a request could not be put together"));
            }
        }
    }

    /** Has a frame written soon by another thread; that it fails is told to the connection only. */
    void note(Consumer<Http2Frames> frame) {
        notes.add(frame);
        if (waiting.incrementAndGet() > MOST_NOTES) {
            whenBroken.accept(new Http2Exception(
                    Http2Exception.ENHANCE_YOUR_CALM, "the server asks more and more, and takes no answer"));
            return;
        }
        // Whoever holds the lock looks again after letting it go, so that no note is left behind.
        if (!lock.isLocked() && coming.compareAndSet(false, true)) {
            // Not closed: it ends by itself, at the latest with the connection.
            var unused = platform.start("http notes", () -> {
                coming.set(false);
                writeNotes();
            });
        }
    }

    private void writeNotes() {
        while (!notes.isEmpty() && lock.tryLock()) {
            try {
                flush();
            } catch (IOException e) {
                // The connection knows.
                return;
            } finally {
                lock.unlock();
            }
        }
    }

    @GuardedBy("lock")
    private void putNotes() {
        for (Consumer<Http2Frames> note = notes.poll(); note != null; note = notes.poll()) {
            waiting.decrementAndGet();
            note.accept(frames);
        }
    }

    @GuardedBy("lock")
    private void flush() throws IOException {
        putNotes();
        if (frames.size() == 0) {
            return;
        }
        try {
            if (frames.size() > AT_ONCE && Thread.currentThread().isVirtual()) {
                flushApart(frames);
            } else {
                frames.flush(target);
            }
        } catch (IOException e) {
            whenBroken.accept(e);
            throw e;
        }
    }

    /**
     * Has a task write. The interrupt of a virtual thread that waits for a socket closes the socket, which would end what all others do on the
     * connection; who is interrupted here hears of it when what was begun is written.
     */
    private void flushApart(Http2Frames all) throws IOException {
        AtomicReference<@Nullable IOException> failure = new AtomicReference<>(new IOException("writing broke off"));
        Task task = platform.start("http write", () -> {
            try {
                all.flush(target);
                failure.set(null);
            } catch (IOException e) {
                failure.set(e);
            }
        });
        joinUninterruptibly(task);
        IOException broken = failure.get();
        if (broken != null) {
            throw broken;
        }
    }

    private static void joinUninterruptibly(Task task) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = task.join(Task.STOP_BOUND);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
