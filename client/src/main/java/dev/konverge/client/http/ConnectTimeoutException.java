package dev.konverge.client.http;

import java.net.SocketTimeoutException;

/** A connection did not come about in time. */
public final class ConnectTimeoutException extends SocketTimeoutException {
    private static final long serialVersionUID = 1L;

    ConnectTimeoutException(String message) {
        super(message);
    }
}
