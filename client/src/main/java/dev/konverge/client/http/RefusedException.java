package dev.konverge.client.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server has surely not acted on a request, so that it can be sent again whatever it is. */
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }

    /** @param cause what the connection broke of, if it did */
    RefusedException(String message, @Nullable IOException cause) {
        super(message, cause);
    }
}
