package dev.konverge.informer;

/**
 * The way of deltas from the one thread that reads from the server to the one thread that applies them.
 *
 * <p>There is no bound: the queue grows with what is not consumed, and producers are never refused. They may have to wait, though,
 * until what is being processed is done: in a {@link DeltaFifo} and in a {@link Fifo} always, in a {@link RealFifo} once 2,000
 * deltas wait. There is <em>one</em> consumer.
 *
 * @param <T> the type of the objects
 */
public interface DeltaQueue<T> extends DeltaSink<T>, AutoCloseable {
    /**
     * Waits for the deltas at the head, takes them out, and has them processed on the calling thread.
     *
     * @return false, with nothing processed, if the queue is closed and empty
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean pop(DeltaProcessor<T> processor) throws InterruptedException;

    /**
     * Like {@link #pop}, with as many deltas as go together: {@link DeltaProcessor#processBatch} gets them if they are
     * several. A queue that knows no batches pops.
     *
     * @return false, with nothing processed, if the queue is closed and empty
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    default boolean popBatch(DeltaProcessor<T> processor) throws InterruptedException {
        return pop(processor);
    }

    /** {@return whether the first list has been processed, or something else came first} Once true it stays true. */
    default boolean hasSynced() {
        return synced().isDone();
    }

    /** {@return what can be waited for until {@link #hasSynced()}} */
    DoneChecker synced();

    /** {@return how many items wait to be popped} */
    int size();

    /** {@return whether {@link #close} was called} */
    boolean isClosed();

    /** Lets waiting consumers go. What is queued can still be popped, and what is added from now on too. Idempotent. */
    @Override
    void close();
}
