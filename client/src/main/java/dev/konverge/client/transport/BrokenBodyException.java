package dev.konverge.client.transport;

import java.io.IOException;

/** Why the body of an answer broke off: a {@link TransportException} where {@code InputStream} wants an {@code IOException}. */
public final class BrokenBodyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final TransportException failure;

    /** Says why. */
    public BrokenBodyException(TransportException failure) {
        super(failure.getMessage(), failure);
        this.failure = failure;
    }

    /** {@return what happened} */
    public TransportException failure() {
        return failure;
    }
}
