package dev.konverge.controller.leader;

/**
 * A gate that every write passes: open while this process may write, shut as soon as another one might.
 *
 * <p>Asking costs a look at the clock, blocks nobody and needs no server. A fence that has shut never opens again; the next
 * {@linkplain Term term} has a new one. Safe for use by many threads.
 */
public interface Fence {
    /** The fence of a process that needs no permission, because no other does the same work. */
    Fence ALWAYS_OPEN = () -> true;

    /** {@return whether a write may leave now} */
    boolean isOpen();

    /**
     * Refuses if the fence is shut.
     *
     * @param operation what would be done, for the message
     * @throws FencedException if the fence is shut
     */
    default void check(Object operation) {
        if (!isOpen()) {
            throw new FencedException(operation + ": refused, because this process no longer leads");
        }
    }
}
