package dev.konverge.informer;

import dev.konverge.client.ApiException;
import dev.konverge.client.WatchEvent;
import dev.konverge.model.Resource;
import java.util.Optional;

/**
 * The events of one watch, as they arrive.
 *
 * <p>One thread reads; any thread may close, which releases the reader.
 *
 * @param <T> the type of the objects
 */
public interface EventStream<T extends Resource> extends AutoCloseable {
    /**
     * {@return the next event, waiting for it; nothing at the end of the stream}
     *
     * @throws ApiException if the server tells a failure, or what it sends cannot be read
     * @throws InterruptedException if the thread was interrupted
     */
    Optional<WatchEvent<T>> next() throws InterruptedException;

    /** Ends the watch; a reader that waits is released. Closing twice does nothing. */
    @Override
    void close();
}
