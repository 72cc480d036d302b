package dev.konverge.informer;

/** A server was asked and has not answered in time; the request was given up. The cause is how the request ended then. */
public final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnansweredException(Throwable cause) {
        super("the server did not answer in time; the request was given up", cause);
    }
}
