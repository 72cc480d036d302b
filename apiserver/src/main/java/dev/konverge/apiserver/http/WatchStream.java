package dev.konverge.apiserver.http;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.WatchFeed;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sends the events of a watch as the body of a response: whatever is there goes out in one write, and is flushed by it, so that
 * a burst costs one system call and a single event is not kept waiting.
 */
final class WatchStream {
    /** How many events one write may hold. */
    private static final int BATCH = 256;

    private final Platform platform;
    private final Duration stall;

    WatchStream(Platform platform, Duration stall) {
        this.platform = platform;
        this.stall = stall;
    }

    /**
     * Sends until the feed ends.
     *
     * @throws IOException if the client is gone or does not read
     * @throws InterruptedException if the thread is interrupted
     */
    void send(ServerResponse.Watch watch, Response response) throws IOException, InterruptedException {
        Delivery delivery = new Delivery(platform, stall);
        // The client learns at once that the watch is on, before there is anything to tell.
        write(delivery, response, false, ByteBuffer.allocate(0));
        WatchFeed feed = watch.feed();
        for (List<byte[]> frames = feed.await(BATCH); !frames.isEmpty(); frames = feed.await(BATCH)) {
            write(delivery, response, false, together(frames));
        }
        write(delivery, response, true, ByteBuffer.allocate(0));
    }

    private static void write(Delivery delivery, Response response, boolean last, ByteBuffer content)
            throws IOException, InterruptedException {
        delivery.await(
                completion -> response.write(last, content, Callback.from(completion::succeeded, completion::failed)));
    }

    private static ByteBuffer together(List<byte[]> frames) {
        if (frames.size() == 1) {
            return ByteBuffer.wrap(frames.getFirst());
        }
        int length = 0;
        for (byte[] frame : frames) {
            length += frame.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        frames.forEach(all::put);
        return all.flip();
    }
}
