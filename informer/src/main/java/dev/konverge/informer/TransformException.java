package dev.konverge.informer;

/** A transform failed or returned null, so the object it was to be applied to was not taken. The cause says why. */
public final class TransformException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A transform that failed. */
    public TransformException(Throwable cause) {
        super("transforming: " + Reason.of(cause), cause);
    }
}
