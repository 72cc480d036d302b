package dev.konverge.client.http;

import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A request that was answered: the head is there, the body arrives. */
public interface Exchange extends Cancellable {
    /** {@return the status code} */
    int status();

    /** {@return the headers} */
    HeaderFields headers();

    /**
     * {@return the body} Its reads block; a body that breaks off is an {@link java.io.IOException}, a wait that takes too long a {@link
     * java.net.SocketTimeoutException}. For one thread at a time.
     */
    InputStream body();

    /** {@return whether an interrupt ends a wait for the body, on threads of any kind} */
    boolean interruptible();

    /** {@return whether all has arrived, or does so soon: worth waiting for instead of breaking off} */
    boolean endsSoon();

    /** {@return where to write, if both sides have left HTTP, what is read being the body; else null} */
    default @Nullable OutputStream upgraded() {
        return null;
    }
}
