package dev.konverge.informer;

/** A transform failed or returned null, so the object it was to be applied to was not taken. The cause says why. */
public final class TransformException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A transform that failed. */
    public TransformException(Throwable cause) {
        super("transforming: " + reason(cause), cause);
    }

    /** One that cannot say what it is must not pass for a failure of the queue. */
    private static String reason(Throwable cause) {
        try {
            return String.valueOf(cause.getMessage());
        } catch (Throwable unsayable) {
            return cause.getClass().getName();
        }
    }
}
