package dev.konverge.client.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/** Writes the frames of HTTP/2 (RFC 9113, section 6) into memory, and then at once. For one thread at a time. */
final class Http2Frames {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 0x1;
    static final int ACK = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int WITH_PRIORITY = 0x20;

    static final int HEADER_TABLE_SIZE = 1;
    static final int ENABLE_PUSH = 2;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    static final int MAX_FRAME_SIZE = 5;
    static final int MAX_HEADER_LIST_SIZE = 6;

    static final int HEAD_SIZE = 9;

    private static final int DATA_SIZE = 1 << 14;
    /** What says something about a connection that serves one at a time, and is an error here (RFC 9113, section 8.2.2). */
    private static final Set<String> OF_HTTP_1 =
            Set.of("connection", "keep-alive", "proxy-connection", "te", "upgrade");

    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final ByteSink sink = new ByteSink();
    private final HpackEncoder encoder = new HpackEncoder();

    /** Begins a connection. */
    void preface(int streamWindow, int connectionWindow) {
        sink.put(PREFACE);
        head(18, SETTINGS, 0, 0);
        setting(ENABLE_PUSH, 0);
        setting(INITIAL_WINDOW_SIZE, streamWindow);
        setting(MAX_HEADER_LIST_SIZE, HpackDecoder.MAX_SIZE);
        number(WINDOW_UPDATE, 0, connectionWindow - 0xffff);
    }

    private void setting(int id, int value) {
        sink.putShort(id);
        sink.putInt(value);
    }

    /** The head of a request, in as many frames as it takes. */
    void request(int stream, Outgoing request, Http2Connection.Beginning beginning) {
        boolean last = request.body().length == 0;
        int start = sink.size();
        head(0, HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream);
        // A table that was small for a while has forgotten what was in it.
        encoder.limit(beginning.smallestTable(), sink);
        encoder.limit(beginning.table(), sink);
        encoder.write(":method", request.method(), sink);
        encoder.write(":scheme", request.origin().secure() ? "https" : "http", sink);
        encoder.write(":authority", request.origin().authority(), sink);
        encoder.write(":path", request.target(), sink);
        HeaderFields headers = request.headers();
        for (int i = 0; i < headers.size(); i++) {
            if (!OF_HTTP_1.contains(headers.name(i))) {
                encoder.write(headers.name(i), headers.value(i), sink);
            }
        }
        if (request.hasBody()) {
            encoder.write("content-length", Integer.toString(request.body().length), sink);
        }
        int size = sink.size() - start - HEAD_SIZE;
        if (size <= beginning.maxFrame()) {
            length(start, size);
        } else {
            split(start, stream, beginning.maxFrame(), last);
        }
    }

    private void split(int start, int stream, int maxFrame, boolean last) {
        byte[] block = sink.copy(start + HEAD_SIZE, sink.size());
        sink.cut(start);
        for (int at = 0; at < block.length; at += maxFrame) {
            int size = Math.min(maxFrame, block.length - at);
            int flags = at + size == block.length ? END_HEADERS : 0;
            head(size, at == 0 ? HEADERS : CONTINUATION, flags | (at == 0 && last ? END_STREAM : 0), stream);
            sink.put(block, at, size);
        }
    }

    /** A part of a body, in as many frames as it takes: larger ones than all servers take would hold others up. */
    void data(int stream, byte[] body, int from, int to) {
        for (int at = from; at < to; at += DATA_SIZE) {
            int size = Math.min(DATA_SIZE, to - at);
            head(size, DATA, at + size == body.length ? END_STREAM : 0, stream);
            sink.put(body, at, size);
        }
    }

    /** A frame of a single number: a window's growth, or why a stream is broken off. */
    void number(int type, int stream, int value) {
        head(4, type, 0, stream);
        sink.putInt(value);
    }

    void settingsAck() {
        head(0, SETTINGS, ACK, 0);
    }

    /** A ping, or the answer to one. */
    void ping(byte[] payload, boolean answer) {
        head(8, PING, answer ? ACK : 0, 0);
        sink.put(payload, 0, 8);
    }

    void goAway(int code) {
        head(8, GOAWAY, 0, 0);
        sink.putInt(0);
        sink.putInt(code);
    }

    private void head(int size, int type, int flags, int stream) {
        sink.put(size >>> 16);
        sink.putShort(size);
        sink.put(type);
        sink.put(flags);
        sink.putInt(stream);
    }

    private void length(int start, int size) {
        sink.setByte(start, size >>> 16);
        sink.setByte(start + 1, size >>> 8);
        sink.setByte(start + 2, size);
    }

    /** {@return how many bytes were put together} */
    int size() {
        return sink.size();
    }

    /** Forgets what was put behind a place. */
    void cut(int at) {
        sink.cut(at);
    }

    /** Writes all that was put together, and forgets it. */
    void flush(OutputStream target) throws IOException {
        sink.writeTo(target);
    }
}
