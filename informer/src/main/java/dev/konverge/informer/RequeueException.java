package dev.konverge.informer;

/**
 * Thrown by the consumer of a queue to have the item put back, unless something newer with its key has come meanwhile.
 *
 * <p>{@link DeltaFifo} and {@link Fifo} do so. {@link RealFifo} does not, as in client-go: behind what has followed it, the item would undo it.
 *
 * <p>What comes out of the pop is the cause. If nothing else is queued the item is next, at once: who needs a pause makes it.
 */
public final class RequeueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException reason;

    /** A request to put the item back because of a failure. */
    public RequeueException(RuntimeException reason) {
        super("put back: " + reason.getMessage(), reason);
        this.reason = reason;
    }

    /** {@return why the item could not be processed} */
    public RuntimeException reason() {
        return reason;
    }
}
