package dev.konverge.apiserver;

import java.util.List;

/**
 * The events of one watch, encoded: a cursor that its reader moves, not a queue that somebody fills. A reader that falls too far
 * behind finds the feed ended.
 *
 * <p>Read by one thread at a time; {@link #close()} may come from any.
 */
public interface WatchFeed extends AutoCloseable {
    /**
     * Waits for events.
     *
     * @param limit how many to give at most
     * @return the frames that are there, each to be sent as it is and not to be written to: a line of JSON with its end, or a
     *     message with its length in front; empty when the watch has ended
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    List<byte[]> await(int limit) throws InterruptedException;

    /** Ends the watch and wakes its reader. */
    @Override
    void close();
}
