package dev.konverge.client.http;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection that carries one exchange after the other (RFC 9112). Used by one caller at a time. */
final class Http1Connection implements Connection {
    /** How much of a body that nobody wanted is read so that its connection can serve again, and for how long (RC-18). */
    private static final int DRAIN_BYTES = 2048;

    private static final Duration DRAIN_TIME = Duration.ofMillis(5);
    private static final Duration PROBE_TIME = Duration.ofMillis(1);
    /** How long a server that has broken a request off is listened to. */
    private static final Duration LAST_WORD = Duration.ofMillis(500);
    /** What the operating system surely takes at once. */
    private static final int UNWATCHED = 1 << 13;
    /** How many heads may come before that of the answer. */
    private static final int MOST_EARLY = 100;

    private static final int SWITCHING = Http1Head.SWITCHING;

    private final Wire wire;
    private final ReadAhead input;
    private final OutputStream output;
    private final Platform platform;
    private final boolean toProxy;
    private final @Nullable String proxyUser;

    /** Set by the one who uses it, or by the pool while nobody does. */
    long idleSince;

    boolean hasServed;

    /**
     * A connection that has just been opened.
     *
     * @param wire the socket
     * @param secured what TLS made of it, or the same
     * @param toProxy whether it leads to a proxy that passes requests on, which needs the whole address
     * @param proxyUser name and password for such a proxy, separated by a colon
     */
    Http1Connection(Wire wire, Socket secured, Platform platform, boolean toProxy, @Nullable String proxyUser)
            throws IOException {
        this.wire = wire;
        this.input = new ReadAhead(secured.getInputStream());
        this.output = secured.getOutputStream();
        this.platform = platform;
        this.toProxy = toProxy;
        this.proxyUser = proxyUser;
        wire.patience(Patience.ENDLESS);
    }

    /** {@return whether the other side has neither said anything nor closed it while nobody used it} */
    boolean isFresh() {
        wire.patience(Patience.each(PROBE_TIME));
        try {
            // The end, or something that nobody asked for.
            input.peek();
            return false;
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException broken) {
            return false;
        }
    }

    /**
     * Sends a request and waits for the head of the answer.
     *
     * @param whenSent told that the server may act on it
     * @param lease ended as soon as the answer is over, whatever its end
     */
    Answer send(Outgoing request, Runnable whenSent, Http1Lease lease) throws IOException {
        whenSent.run();
        try {
            write(request);
        } catch (IOException broken) {
            return refusal(request, broken, lease);
        }
        wire.patience(until(request.deadline()));
        Http1Head head = head();
        if (head.status() == SWITCHING) {
            if (request.headers().first("upgrade") == null) {
                throw new ProtocolException("the server left HTTP unasked");
            }
            // What comes now is no answer, and not bound by the time of one.
            wire.patience(Patience.ENDLESS);
        } else {
            beReadyForBody(request);
        }
        hasServed = true;
        return new Answer(request, head, lease, true);
    }

    /** {@return the head of the answer} */
    private Http1Head head() throws IOException {
        Http1Head head = Http1Head.read(input);
        for (int early = 1; head.isEarly(); early++) {
            if (early == MOST_EARLY) {
                throw new ProtocolException("an answer does not come, only more and more heads before it");
            }
            head = Http1Head.read(input);
        }
        return head;
    }

    private void beReadyForBody(Outgoing request) {
        wire.patience(request.parts() == null ? until(request.deadline()) : Patience.each(request.parts()));
    }

    /** {@return the answer of a server that did not want the rest of a request, such as one that is too large for it} */
    private Answer refusal(Outgoing request, IOException broken, Http1Lease lease) throws IOException {
        if (broken instanceof SocketTimeoutException || !request.hasBody()) {
            throw broken;
        }
        try {
            wire.patience(until(Math.min(request.deadline(), platform.clock().deadlineAfter(LAST_WORD))));
            Http1Head head = head();
            if (head.status() >= 400) {
                beReadyForBody(request);
                return new Answer(request, head, lease, false);
            }
        } catch (IOException silent) {
            if (!silent.equals(broken)) {
                broken.addSuppressed(silent);
            }
        }
        throw broken;
    }

    /** {@return the patience with all of a head or an answer, however small the parts in which it comes} */
    private Patience until(long deadline) {
        return deadline == Clock.NEVER
                ? Patience.ENDLESS
                : Patience.until(
                        deadline,
                        platform.clock(),
                        () -> new SocketTimeoutException("the answer did not come in time"));
    }

    private void write(Outgoing request) throws IOException {
        ByteSink sink = new ByteSink();
        sink.putText(request.method() + ' ' + (toProxy ? request.origin() : "") + request.target() + " HTTP/1.1\r\n");
        line(sink, "Host", request.origin().authority());
        if (toProxy && proxyUser != null) {
            line(sink, "Proxy-Authorization", Tunnel.basic(proxyUser));
        }
        HeaderFields headers = request.headers();
        for (int i = 0; i < headers.size(); i++) {
            line(sink, headers.name(i), headers.value(i));
        }
        if (request.hasBody()) {
            line(sink, "Content-Length", Integer.toString(request.body().length));
        }
        sink.putText("\r\n");
        sink.put(request.body());
        if (request.deadline() == Clock.NEVER || sink.size() <= UNWATCHED) {
            sink.writeTo(output);
        } else {
            writeWatched(sink, request.deadline());
        }
    }

    /** Writing to a socket has no time limit of its own, and waits for ever if the other side does not read. */
    private void writeWatched(ByteSink sink, long deadline) throws IOException {
        AtomicBoolean gaveUp = new AtomicBoolean();
        Task watch = platform.start("http upload", () -> {
            platform.sleep(Duration.ofNanos(deadline - platform.clock().nanoTime()));
            gaveUp.set(true);
            close();
        });
        try {
            sink.writeTo(output);
        } catch (IOException e) {
            if (gaveUp.get()) {
                SocketTimeoutException late = new SocketTimeoutException("the server did not take the request in time");
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            watch.interrupt();
        }
    }

    private static void line(ByteSink sink, String name, String value) {
        sink.putText(name);
        sink.putText(": ");
        sink.putText(value);
        sink.putText("\r\n");
    }

    @Override
    public void close() {
        try {
            wire.close();
        } catch (IOException closed) {
            // It was to be closed.
            return;
        }
    }

    /** An exchange, which has the connection to itself until its body was read. */
    final class Answer implements Exchange {
        private final Http1Head head;
        private final Http1Body body;
        private final Http1Lease lease;

        /** @param usable whether the connection is good for another exchange as far as the request goes */
        private Answer(Outgoing request, Http1Head head, Http1Lease lease, boolean usable) throws IOException {
            this.head = head;
            this.lease = lease;
            Http1Body.Framing framing = framing(request, head);
            boolean kept = usable && keepsAlive(head) && framing != Http1Body.Framing.CONNECTION;
            long length = framing == Http1Body.Framing.LENGTH ? length(request, head) : 0;
            this.body = new Http1Body(input, framing, length, () -> lease.end(kept && input.isEmpty()));
        }

        @Override
        public int status() {
            return head.status();
        }

        @Override
        public HeaderFields headers() {
            return head.headers();
        }

        @Override
        public InputStream body() {
            return body;
        }

        @Override
        public boolean interruptible() {
            return false;
        }

        @Override
        public boolean endsSoon() {
            if (lease.isOver()) {
                // The connection may be another one's by now.
                return body.hasEnded();
            }
            wire.patience(Patience.until(
                    platform.clock().deadlineAfter(DRAIN_TIME),
                    platform.clock(),
                    () -> new SocketTimeoutException("it does not end soon")));
            try {
                body.readNBytes(DRAIN_BYTES);
            } catch (IOException later) {
                return false;
            }
            return body.hasEnded();
        }

        @Override
        public void cancel() {
            lease.cancel();
        }

        @Override
        public @Nullable OutputStream upgraded() {
            return head.status() == SWITCHING ? output : null;
        }
    }

    private static boolean keepsAlive(Http1Head head) {
        return head.minor() == 0
                ? head.headers().lists("connection", "keep-alive")
                : !head.headers().lists("connection", "close");
    }

    private static Http1Body.Framing framing(Outgoing request, Http1Head head) throws IOException {
        boolean bodiless = request.method().equals("HEAD") || head.status() == 204 || head.status() == 304;
        if (head.status() == SWITCHING) {
            return Http1Body.Framing.CONNECTION;
        }
        if (!bodiless && head.headers().lists("transfer-encoding", "chunked")) {
            return Http1Body.Framing.CHUNKS;
        }
        return bodiless || head.headers().first("content-length") != null
                ? Http1Body.Framing.LENGTH
                : Http1Body.Framing.CONNECTION;
    }

    private static long length(Outgoing request, Http1Head head) throws IOException {
        if (request.method().equals("HEAD") || head.status() == 204 || head.status() == 304) {
            return 0;
        }
        String length = null;
        HeaderFields headers = head.headers();
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).equals("content-length")) {
                if (length != null && !length.equals(headers.value(i))) {
                    throw new ProtocolException("the answer has two lengths");
                }
                length = headers.value(i);
            }
        }
        if (length == null
                || length.isEmpty()
                || length.length() > 18
                || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new ProtocolException("the answer has a length that is no number");
        }
        return Long.parseLong(length);
    }
}
