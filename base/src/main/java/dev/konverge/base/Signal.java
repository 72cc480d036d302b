package dev.konverge.base;

/**
 * A place to wait for a change of what one lock guards; {@link Platform#signal} makes it.
 *
 * <p>Every call needs the lock to be held by the calling thread, else {@link IllegalMonitorStateException}. A wait releases the
 * lock, however often it is held, and has it again when it ends, whichever way it ends. A wait may end without a reason
 * (spuriously), so it belongs in a loop that looks at the condition again. Waiters are woken in the order of their waiting.
 */
public interface Signal {
    /**
     * Waits to be woken.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    void await() throws InterruptedException;

    /**
     * Waits to be woken, at most until the deadline.
     *
     * @param deadline in terms of {@link Clock#nanoTime()}; {@link Clock#NEVER} waits without a bound
     * @return false if the deadline has passed
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    boolean awaitUntil(long deadline) throws InterruptedException;

    /** Wakes the one that has waited longest, if any waits. */
    void signal();

    /** Wakes all that wait. */
    void signalAll();
}
