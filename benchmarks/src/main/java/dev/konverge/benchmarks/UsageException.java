package dev.konverge.benchmarks;

/** Something the caller can put right. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The message says what is wrong and what would be right. */
    public UsageException(String message) {
        super(message);
    }
}
