package dev.konverge.codegen.crd;

/** A definition that cannot be turned into sources. The message names file, place and reason. */
public final class CrdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CrdException(String message) {
        super(message);
    }

    CrdException(String message, Throwable cause) {
        super(message, cause);
    }
}
