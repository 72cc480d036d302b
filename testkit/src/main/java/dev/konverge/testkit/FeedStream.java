package dev.konverge.testkit;

import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.fault.ConnectionCutException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.List;

/** The events of a watch as the bytes that would be on the wire. Read by one thread; closed by any. */
final class FeedStream extends InputStream {
    private static final int BATCH = 64;
    private static final byte[] NOTHING = {};

    private final WatchFeed feed;
    private Iterator<byte[]> frames = List.<byte[]>of().iterator();
    private byte[] frame = NOTHING;
    private int at;

    FeedStream(WatchFeed feed) {
        this.feed = feed;
    }

    @Override
    public int read() throws IOException {
        return fill() ? frame[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, frame.length - at);
        System.arraycopy(frame, at, target, from, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return frame.length - at;
    }

    /** {@return whether there is a byte to read} Waits for it. */
    private boolean fill() throws IOException {
        while (at == frame.length) {
            if (!frames.hasNext()) {
                List<byte[]> more = await();
                if (more.isEmpty()) {
                    return false;
                }
                frames = more.iterator();
            }
            frame = frames.next();
            at = 0;
        }
        return true;
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
