package dev.konverge.testkit;

import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.fault.ConnectionCutException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a watch as the bytes that would be on the wire. */
final class FeedStream extends PieceStream {
    private static final int BATCH = 64;

    private final WatchFeed feed;
    private Iterator<byte[]> frames = List.<byte[]>of().iterator();

    FeedStream(WatchFeed feed) {
        this.feed = feed;
    }

    @Override
    byte @Nullable [] next() throws IOException {
        if (!frames.hasNext()) {
            frames = await().iterator();
        }
        return frames.hasNext() ? frames.next() : null;
    }

    private List<byte[]> await() throws IOException {
        try {
            return feed.await(BATCH);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for events").initCause(interrupt);
        } catch (ConnectionCutException cut) {
            throw new IOException("the connection was cut", cut);
        }
    }

    @Override
    public void close() {
        feed.close();
    }
}
