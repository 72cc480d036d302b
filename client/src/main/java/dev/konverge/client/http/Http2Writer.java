package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Writes the frames of a connection, for any number of threads. Who has a request to send writes it, and waits for others who write. Who only
 * has a note to pass on, as the connection's reader does, never waits: it leaves the note to whoever writes.
 */
final class Http2Writer {
    private final OutputStream target;
    private final Consumer<IOException> whenBroken;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Consumer<Http2Frames>> notes = new ConcurrentLinkedQueue<>();

    @GuardedBy("lock")
    private final Http2Frames frames = new Http2Frames();

    /** @param whenBroken told that nothing can be written any more */
    Http2Writer(OutputStream target, Consumer<IOException> whenBroken) {
        this.target = target;
        this.whenBroken = whenBroken;
    }

    /** Puts frames together, alone. */
    @FunctionalInterface
    interface Writing {
        void to(Http2Frames frames) throws IOException;
    }

    /** Writes frames that belong together. Fails without a trace if putting them together does. */
    void write(Writing writing) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            writing.to(frames);
            flush();
        } finally {
            lock.unlock();
        }
        writeNotes();
    }

    /** Has a frame written soon, by this thread or another; that it fails is told to the connection only. */
    void note(Consumer<Http2Frames> frame) {
        notes.add(frame);
        writeNotes();
    }

    private void writeNotes() {
        // Whoever holds the lock looks again after letting it go, so that no note is left behind.
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
    private void flush() throws IOException {
        for (Consumer<Http2Frames> note = notes.poll(); note != null; note = notes.poll()) {
            note.accept(frames);
        }
        if (frames.isEmpty()) {
            return;
        }
        try {
            frames.flush(target);
        } catch (IOException e) {
            whenBroken.accept(e);
            throw e;
        }
    }
}
