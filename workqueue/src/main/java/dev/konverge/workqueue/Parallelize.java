package dev.konverge.workqueue;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the pieces of a piece of work on some tasks at once, and waits for them: client-go's {@code ParallelizeUntil}. */
public final class Parallelize {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private Parallelize() {}

    /** One piece of the work. */
    @FunctionalInterface
    public interface Piece {
        /**
         * Does the piece of that number.
         *
         * @throws InterruptedException if the work is cancelled; a piece that was not asked to stop has failed by it
         */
        void run(int piece) throws InterruptedException;
    }

    /** As the other one, with chunks of one piece. */
    public static void until(Platform platform, int workers, int pieces, Piece work) throws InterruptedException {
        until(platform, workers, pieces, 1, work);
    }

    /**
     * Runs each piece from 0 to {@code pieces} (exclusive) at most once, and returns when all that was begun has ended.
     *
     * <p>Tasks, at most {@code workers} of them, take chunks of neighbouring pieces in their order. When a piece fails no other is
     * begun.
     *
     * @throws InterruptedException if this thread is interrupted; no other piece is begun then, those under way are interrupted, and
     *     waited for however long they take; or if the first piece that failed has thrown it
     * @throws RuntimeException the failure of the first piece that failed
     */
    public static void until(Platform platform, int workers, int pieces, int chunkSize, Piece work)
            throws InterruptedException {
        if (workers < 1 || chunkSize < 1 || pieces < 0) {
            throw new IllegalArgumentException(
                    "workers " + workers + ", pieces " + pieces + ", chunk size " + chunkSize + " make no sense");
        }
        int chunks = Math.ceilDiv(pieces, chunkSize);
        var run = new Run(pieces, chunkSize, chunks, work);
        List<Task> tasks = new ArrayList<>();
        try {
            for (int i = 0; i < Math.min(workers, chunks); i++) {
                tasks.add(platform.start("parallelize-" + i, run::takeChunks));
            }
            for (Task task : tasks) {
                task.join(FOREVER);
            }
        } finally {
            run.cancelled = true;
            tasks.forEach(Task::interrupt);
            awaitEnds(tasks);
        }
        run.throwFailure();
    }

    /** Waits however long it takes. An interrupt meanwhile is pending again afterwards. */
    private static void awaitEnds(List<Task> tasks) {
        boolean interrupted = false;
        for (Task task : tasks) {
            while (!task.isDone()) {
                try {
                    task.join(FOREVER);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Run {
        private final int pieces;
        private final int chunkSize;
        private final int chunks;
        private final Piece work;

        /** Goes beyond the last one by as many as there are tasks. */
        private final AtomicLong nextChunk = new AtomicLong();

        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        /** Written by the caller when it stops waiting, read by the tasks. */
        private volatile boolean cancelled;

        Run(int pieces, int chunkSize, int chunks, Piece work) {
            this.pieces = pieces;
            this.chunkSize = chunkSize;
            this.chunks = chunks;
            this.work = work;
        }

        void takeChunks() {
            long chunk = nextChunk.getAndIncrement();
            while (chunk < chunks && !isOver()) {
                int end = (int) Math.min(pieces, (chunk + 1) * chunkSize);
                for (int piece = (int) (chunk * chunkSize); piece < end && !isOver(); piece++) {
                    runPiece(piece);
                }
                chunk = nextChunk.getAndIncrement();
            }
        }

        private boolean isOver() {
            return cancelled || failure.get() != null;
        }

        private void runPiece(int piece) {
            try {
                work.run(piece);
            } catch (InterruptedException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        }

        void throwFailure() throws InterruptedException {
            switch (failure.get()) {
                case null -> {}
                case InterruptedException e -> throw e;
                case Error e -> throw e;
                case RuntimeException e -> throw e;
                case Throwable e -> throw new AssertionError("only those are caught", e);
            }
        }
    }
}
