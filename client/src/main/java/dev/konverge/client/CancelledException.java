package dev.konverge.client;

/**
 * The answer to an interrupt: the thread was told to stop while it waited for a server.
 *
 * <p>The thread is still marked as interrupted when this is thrown, so that whatever it does next ends at once as well.
 * It is no {@link ApiException}: nothing is wrong with the server, and trying again is the last thing to do. Whether a
 * write that was under way reached the server is not known.
 */
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Operation operation;

    CancelledException(Operation operation, InterruptedException cause) {
        super(operation + ": interrupted", cause);
        this.operation = operation;
    }

    /** Marks the thread as interrupted again. {@return what to throw} */
    static CancelledException of(Operation operation, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new CancelledException(operation, cause);
    }

    /** {@return what was under way} */
    public Operation operation() {
        return operation;
    }
}
