package dev.konverge.client.testing;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has come from a client on the streams of an HTTP/2 connection, put together from its frames. */
final class Http2Inbox {
    private final HeaderReader headers = new HeaderReader();
    private final Deque<Http2Request> requests = new ArrayDeque<>();
    private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    private final Map<Integer, Integer> resets = new HashMap<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    /** The first frame of a head that goes on, or null between heads. */
    private @Nullable Frame unfinished;

    void take(Frame frame) {
        if (unfinished != null && (frame.type() != Frame.CONTINUATION || frame.stream() != unfinished.stream())) {
            throw new AssertionError("a frame of type " + frame.type() + " within a head");
        }
        switch (frame.type()) {
            case Frame.DATA -> takeData(frame);
            case Frame.HEADERS, Frame.CONTINUATION -> takeHead(frame);
            case Frame.RST_STREAM -> resets.put(frame.stream(), frame.number(0));
            default -> {
                // It is for the connection.
            }
        }
    }

    private void takeData(Frame frame) {
        bodies.computeIfAbsent(frame.stream(), unused -> new ByteArrayOutputStream())
                .writeBytes(frame.payload());
        if (frame.has(Frame.END_STREAM)) {
            ended.add(frame.stream());
        }
    }

    private void takeHead(Frame frame) {
        Frame first = unfinished == null ? frame : unfinished;
        int priority = frame.type() == Frame.HEADERS && frame.has(Frame.PRIORITIZED) ? 5 : 0;
        block.write(frame.payload(), priority, frame.payload().length - priority);
        unfinished = frame.has(Frame.END_HEADERS) ? null : first;
        if (unfinished == null) {
            requests.add(new Http2Request(first.stream(), headers.read(block.toByteArray())));
            block.reset();
            if (first.has(Frame.END_STREAM)) {
                ended.add(first.stream());
            }
        }
    }

    /** Says that the client knows by now how large its table of header fields may be. */
    void tableLimit(int bytes) {
        headers.limit(bytes);
    }

    Optional<Http2Request> takeRequest() {
        return Optional.ofNullable(requests.poll());
    }

    byte[] body(int stream) {
        ByteArrayOutputStream body = bodies.get(stream);
        return body == null ? new byte[0] : body.toByteArray();
    }

    boolean ended(int stream) {
        return ended.contains(stream);
    }

    Optional<Integer> reset(int stream) {
        return Optional.ofNullable(resets.get(stream));
    }
}
