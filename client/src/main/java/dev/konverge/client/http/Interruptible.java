package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does blocking network work so that an interrupt ends it.
 *
 * <p>A virtual thread that waits for a socket is woken by an interrupt; a platform thread is not, so its work is done by a
 * task while it waits.
 */
public final class Interruptible {
    private final Platform platform;

    /** On this machine. */
    public Interruptible(Platform platform) {
        this.platform = platform;
    }

    /** Work that waits for the network. */
    @FunctionalInterface
    public interface Work<T> {
        /** {@return what came of it} */
        T run() throws IOException;
    }

    /**
     * {@return the result of the work}
     *
     * @param abort makes work under way fail
     * @param discard takes a result that came too late
     */
    public <T> T run(Work<T> work, Runnable abort, Consumer<? super T> discard)
            throws IOException, InterruptedException {
        if (Thread.currentThread().isVirtual()) {
            return runHere(work, abort);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return elsewhere(work, abort, discard);
    }

    private static <T> T runHere(Work<T> work, Runnable abort) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            return work.run();
        } catch (IOException e) {
            if (Thread.interrupted()) {
                abort.run();
                InterruptedException interruption = new InterruptedException();
                interruption.initCause(e);
                throw interruption;
            }
            throw e;
        }
    }

    private <T> T elsewhere(Work<T> work, Runnable abort, Consumer<? super T> discard)
            throws IOException, InterruptedException {
        Handover<T> handover = new Handover<>(work, discard, platform);
        // Not closed: it ends by itself, at the latest when it is aborted.
        var unused = platform.start("network", handover);
        try {
            return handover.await();
        } catch (InterruptedException e) {
            abort.run();
            handover.abandon();
            throw e;
        }
    }

    /** Carries a result from the thread that does the work to the one that waits for it. */
    private static final class Handover<T> implements Platform.Body {
        private final Work<T> work;
        private final Consumer<? super T> discard;
        private final ReentrantLock lock = new ReentrantLock();
        private final Signal done;

        @GuardedBy("lock")
        private @Nullable Result<T> result;

        @GuardedBy("lock")
        private boolean abandoned;

        Handover(Work<T> work, Consumer<? super T> discard, Platform platform) {
            this.work = work;
            this.discard = discard;
            this.done = platform.signal(lock);
        }

        private sealed interface Result<T> {
            record Value<T>(T value) implements Result<T> {}

            record Failure<T>(Exception failure) implements Result<T> {}
        }

        @Override
        public void run() {
            // Whatever happens, the one who waits must hear of it.
            Result<T> outcome = new Result.Failure<>(new IOException("the work broke off"));
            try {
                outcome = new Result.Value<>(work.run());
            } catch (Exception e) {
                outcome = new Result.Failure<>(e);
            } finally {
                if (!deliver(outcome) && outcome instanceof Result.Value<T> value) {
                    discard.accept(value.value());
                }
            }
        }

        /** {@return whether someone still waits for it} */
        private boolean deliver(Result<T> outcome) {
            lock.lock();
            try {
                result = outcome;
                done.signalAll();
                return !abandoned;
            } finally {
                lock.unlock();
            }
        }

        T await() throws IOException, InterruptedException {
            Result<T> outcome = awaitResult();
            return switch (outcome) {
                case Result.Value<T> value -> value.value();
                case Result.Failure<T> failure -> {
                    if (failure.failure() instanceof IOException io) {
                        throw io;
                    }
                    if (failure.failure() instanceof RuntimeException unchecked) {
                        throw unchecked;
                    }
                    throw new IOException(failure.failure());
                }
            };
        }

        private Result<T> awaitResult() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Result<T> outcome = result;
                while (outcome == null) {
                    done.await();
                    outcome = result;
                }
                return outcome;
            } finally {
                lock.unlock();
            }
        }

        void abandon() {
            Result<T> outcome;
            lock.lock();
            try {
                abandoned = true;
                outcome = result;
            } finally {
                lock.unlock();
            }
            if (outcome instanceof Result.Value<T> value) {
                discard.accept(value.value());
            }
        }
    }
}
