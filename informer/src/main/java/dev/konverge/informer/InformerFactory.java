package dev.konverge.informer;

import java.time.Duration;

/**
 * A set of informers with one life: each resource has at most one, made when it is first asked for.
 *
 * <p>Safe for use by many threads.
 */
public interface InformerFactory extends AutoCloseable {
    /**
     * Starts all informers that were asked for and do not run yet. Returns at once; to be called again when more have been
     * asked for. After {@link #close} it does nothing.
     */
    void start();

    /**
     * Waits until the copies of all started informers are filled.
     *
     * @return which were filled in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    SyncResult awaitSynced(Duration timeout) throws InterruptedException;

    /** Stops all informers, for good, and waits for their threads. May be called again, and by several threads. */
    @Override
    void close();
}
