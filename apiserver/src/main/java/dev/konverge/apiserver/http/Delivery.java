package dev.konverge.apiserver.http;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one stream, one at a time, each with a deadline: a client that does not read what it is sent is found out, and
 * what waits for it never grows beyond one write.
 */
final class Delivery {
    private final Clock clock;
    private final Duration stall;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    /** Null while a write is under way; then its result. */
    private @Nullable Result result;

    private record Result(@Nullable Throwable failure) {}

    Delivery(Platform platform, Duration stall) {
        this.clock = platform.clock();
        this.stall = stall;
        this.changed = platform.signal(lock);
    }

    /** What tells the end of a write. */
    interface Completion {
        void succeeded();

        void failed(Throwable failure);
    }

    /**
     * Starts a write and waits for its end.
     *
     * @param write what starts it, and tells the completion when it has ended
     * @throws IOException if it failed, or the client did not read in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void await(Consumer<Completion> write) throws IOException, InterruptedException {
        lock.lock();
        try {
            result = null;
        } finally {
            lock.unlock();
        }
        // Outside the lock: it is Jetty's code, and may complete at once on this thread.
        write.accept(new Completion() {
            @Override
            public void succeeded() {
                complete(new Result(null));
            }

            @Override
            public void failed(Throwable failure) {
                complete(new Result(failure));
            }
        });
        Result end = awaitResult();
        if (end.failure != null) {
            throw new IOException("the client is gone", end.failure);
        }
    }

    private Result awaitResult() throws InterruptedException, IOException {
        long deadline = clock.deadlineAfter(stall);
        lock.lockInterruptibly();
        try {
            while (true) {
                Result end = result;
                if (end != null) {
                    return end;
                }
                if (!changed.awaitUntil(deadline) && result == null) {
                    throw new SlowClientException("the client read nothing for " + stall.toSeconds() + " s");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void complete(Result end) {
        lock.lock();
        try {
            result = end;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A client that stopped reading. */
    static final class SlowClientException extends IOException {
        private static final long serialVersionUID = 1L;

        SlowClientException(String message) {
            super(message);
        }
    }
}
