package dev.konverge.apiserver.http;

import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.fault.ConnectionCutException;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the events of a watch over a WebSocket: one event a message, text for JSON, binary for anything else. What the client
 * sends is not looked at.
 */
@SuppressWarnings("exports") // Exported for Jetty alone, which has these types.
public final class WatchSocket extends Session.Listener.AbstractAutoDemanding {
    private static final Logger LOG = LoggerFactory.getLogger(WatchSocket.class);
    private static final int BATCH = 64;
    private static final int NORMAL = 1000;

    private final Platform platform;
    private final Duration stall;
    private final Watches watches;
    private final WatchFeed feed;
    private final boolean text;

    /**
     * Takes the watch.
     *
     * @param text whether its frames are lines of JSON; otherwise they are messages with their length in front, which a
     *     WebSocket does not need
     */
    WatchSocket(Platform platform, Duration stall, Watches watches, WatchFeed feed, boolean text) {
        this.platform = platform;
        this.stall = stall;
        this.watches = watches;
        this.feed = feed;
        this.text = text;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        super.onWebSocketOpen(session);
        // Nobody keeps the task: it ends with its feed, and the feed is closed with the session or with the server.
        platform.start("watch over WebSocket", () -> send(session));
    }

    @Override
    public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.atDebug().setCause(cause).log("a WebSocket watch failed");
        end();
    }

    private void end() {
        // The sender finds the feed ended, or its write failed, and stops by itself.
        watches.end(feed);
    }

    private void send(Session session) throws InterruptedException {
        Delivery delivery = new Delivery(platform, stall);
        try {
            for (List<byte[]> frames = feed.await(BATCH); !frames.isEmpty(); frames = feed.await(BATCH)) {
                for (byte[] frame : frames) {
                    send(delivery, session, frame);
                }
            }
            session.close(NORMAL, "", Callback.NOOP);
        } catch (IOException | ConnectionCutException e) {
            LOG.atDebug().setCause(e).log("a WebSocket watch ended");
            session.disconnect();
        } finally {
            watches.end(feed);
        }
    }

    private void send(Delivery delivery, Session session, byte[] frame) throws IOException, InterruptedException {
        delivery.await(completion -> {
            Callback callback = Callback.from(completion::succeeded, completion::failed);
            if (text) {
                session.sendText(new String(frame, StandardCharsets.UTF_8), callback);
            } else {
                session.sendBinary(ByteBuffer.wrap(frame, Integer.BYTES, frame.length - Integer.BYTES), callback);
            }
        });
    }
}
