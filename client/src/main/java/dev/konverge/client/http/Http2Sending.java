package dev.konverge.client.http;

import java.io.IOException;

/** Sends one request: its head with as much of its body as may be sent at once, and then the rest as the server lets it. */
final class Http2Sending {
    private final Http2Connection connection;
    private final Http2Writer writer;
    private final Http2Stream stream;
    private final Outgoing request;
    private final byte[] body;
    private int sent;
    private boolean promiseUsed;

    Http2Sending(Http2Connection connection, Http2Writer writer, Http2Stream stream, Outgoing request) {
        this.connection = connection;
        this.writer = writer;
        this.stream = stream;
        this.request = request;
        this.body = request.body();
    }

    /** Sends all of it, or as much as the answer depends on. */
    void run() throws IOException, InterruptedException {
        begin();
        boolean done = false;
        try {
            while (sent < body.length && connection.awaitWindow(stream)) {
                writer.write(this::part);
            }
            if (sent < body.length && !stream.hasFailed()) {
                // The answer came before the rest, which nobody needs.
                writer.note(frames -> frames.number(Http2Frames.RST_STREAM, stream.id, Http2Exception.NO_ERROR));
            }
            done = true;
        } finally {
            if (!done) {
                stream.cancel();
            }
        }
    }

    private void begin() throws IOException, InterruptedException {
        boolean begun = false;
        try {
            writer.write(this::head);
            begun = true;
        } finally {
            if (!promiseUsed) {
                connection.breakPromise();
            }
            if (!begun) {
                connection.closeIfOver();
            }
        }
    }

    /** Streams get their numbers in the order of writing. Whether the request may leave is asked when it does, which may be long after it was wanted. */
    private void head(Http2Frames frames) throws IOException {
        request.depart();
        promiseUsed = true;
        Http2Connection.Beginning beginning = connection.begin(stream, body.length);
        frames.request(stream.id, request, beginning);
        frames.data(stream.id, body, 0, beginning.bytes());
        sent = beginning.bytes();
    }

    /**
     * How much may be sent is found out when it is put together and not before, so that who leaves before has taken nothing, and no more
     * is sent than what was acknowledged allows.
     */
    private void part(Http2Frames frames) {
        int count = connection.take(stream, body.length - sent);
        frames.data(stream.id, body, sent, sent + count);
        sent += count;
    }
}
