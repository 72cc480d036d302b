package dev.konverge.informer;

import java.time.Duration;

/**
 * Something that will be done once, such as a first synchronisation. Once done it stays done.
 *
 * <p>Safe for use by many threads.
 */
public interface DoneChecker {
    /** {@return what is done, for logs and messages} */
    String name();

    /** {@return whether it is done} Never waits. */
    boolean isDone();

    /**
     * Waits until it is done.
     *
     * @return false if it was not done in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * Calls back once when it is done: at once on this thread if it is, else on the thread that does it. The callback must be
     * brief; what it throws is logged, and keeps nobody else from being called.
     */
    void whenDone(Runnable callback);
}
