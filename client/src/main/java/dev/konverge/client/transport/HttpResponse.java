package dev.konverge.client.transport;

import java.io.InputStream;

/** An answer: its head at once, its body as it arrives. */
public interface HttpResponse extends AutoCloseable {
    /** {@return the status code} */
    int status();

    /** {@return the headers} */
    Headers headers();

    /**
     * {@return the body, unpacked} Reading blocks until bytes are there; a broken connection is a {@link
     * BrokenBodyException} with its reason, never a silent end. An interrupt of the reader ends the exchange: it is a
     * {@link java.io.InterruptedIOException}, and the thread stays interrupted. For one reader at a time.
     */
    InputStream body();

    /** Gives the exchange up; a reader that waits is released. Closing twice does nothing. */
    @Override
    void close();
}
