package dev.konverge.client;

/** A server that does not have the resource that was looked for. */
public final class UnknownResourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownResourceException(String message, String hint) {
        super(message + hint);
    }
}
