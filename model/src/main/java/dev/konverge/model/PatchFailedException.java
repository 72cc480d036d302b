package dev.konverge.model;

/** Thrown where a {@link JsonPatch} does not fit the document: a place is missing, or a test does not hold. */
public final class PatchFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int index;

    /**
     * Says which operation failed and why.
     *
     * @param index the operation, counted from 0
     * @param operation the operation's name and place
     * @param reason what did not fit
     */
    public PatchFailedException(int index, String operation, String reason) {
        super("operation " + index + " (" + operation + ") failed: " + reason);
        this.index = index;
    }

    /** {@return which operation failed, counted from 0} */
    public int index() {
        return index;
    }
}
