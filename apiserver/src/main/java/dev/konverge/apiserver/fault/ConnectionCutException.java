package dev.konverge.apiserver.fault;

/**
 * Says that the connection of a request is to be cut, without another byte and without a proper end: as if the network had
 * failed. Whoever carries requests for the server turns it into what that looks like there; in process it is the caller's
 * failure.
 */
public final class ConnectionCutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Takes what asked for it. */
    public ConnectionCutException(String message) {
        super(message, null, false, false);
    }
}
