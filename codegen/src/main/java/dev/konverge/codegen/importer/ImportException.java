package dev.konverge.codegen.importer;

/**
 * API sources that cannot be imported: something is missing, is not understood, or contradicts another source. The
 * message says what, where, and what to do about it.
 */
public final class ImportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ImportException(String message) {
        super(message);
    }

    ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
