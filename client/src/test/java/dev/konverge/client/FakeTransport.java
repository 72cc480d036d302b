package dev.konverge.client;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server without a network: a function from requests to answers. It remembers requests, and counts what stays open. */
final class FakeTransport implements Transport {
    private final Function<HttpRequest, HttpResponse> server;
    private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private Function<List<String>, WebSocketChannel> sockets = offered -> {
        throw new AssertionError("no WebSocket expected");
    };

    FakeTransport(Function<HttpRequest, HttpResponse> server) {
        this.server = server;
    }

    /** A server that gives these answers, in this order. */
    static FakeTransport answering(HttpResponse... answers) {
        AtomicInteger next = new AtomicInteger();
        return new FakeTransport(request -> {
            int i = next.getAndIncrement();
            if (i >= answers.length) {
                throw new AssertionError("no answer left for " + request);
            }
            return answers[i];
        });
    }

    FakeTransport opening(Function<List<String>, WebSocketChannel> sockets) {
        this.sockets = sockets;
        return this;
    }

    List<HttpRequest> requests() {
        return requests;
    }

    HttpRequest request(int i) {
        return requests.get(i);
    }

    /** How many answers were not closed. */
    int open() {
        return open.get();
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        requests.add(request);
        HttpResponse answer;
        try {
            answer = server.apply(request);
        } catch (Interrupted e) {
            throw new InterruptedException();
        }
        open.incrementAndGet();
        return new Counted(answer);
    }

    /** {@return one that gives no answer after these, until an interrupt ends the wait} */
    static FakeTransport hangingAfter(HttpResponse... answers) {
        AtomicInteger next = new AtomicInteger();
        return new FakeTransport(request -> {
            int i = next.getAndIncrement();
            if (i < answers.length) {
                return answers[i];
            }
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody opens the latch");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Interrupted();
            }
        });
    }

    /** What a server throws whose wait an interrupt has ended. */
    static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
        requests.add(request);
        return sockets.apply(subprotocols);
    }

    @Override
    public void close() {}

    static String bodyOf(HttpRequest request) {
        return new String(bytesOf(request), StandardCharsets.UTF_8);
    }

    static byte[] bytesOf(HttpRequest request) {
        HttpRequest.Body body = request.body();
        return body == null ? new byte[0] : body.bytes();
    }

    static HttpResponse json(String body) {
        return answer(200, "application/json", body);
    }

    static HttpResponse json(int status, String body) {
        return answer(status, "application/json", body);
    }

    static HttpResponse answer(int status, String contentType, String body, String... headers) {
        return answer(status, contentType, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), headers);
    }

    static HttpResponse answer(int status, String contentType, InputStream body, String... headers) {
        Headers all = contentType.isEmpty() ? Headers.NONE : Headers.NONE.with("Content-Type", contentType);
        for (int i = 0; i < headers.length; i += 2) {
            all = all.with(headers[i], headers[i + 1]);
        }
        return new Plain(status, all, body);
    }

    static String failure(int code, String reason, String message) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                + message + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}";
    }

    static TransportException.ConnectionLost lost() {
        return new TransportException.ConnectionLost(
                new TransportException.Problem(URI.create("https://k8s.test"), "the connection was reset", "", null));
    }

    static TransportException.TimedOut timedOut() {
        return new TransportException.TimedOut(
                new TransportException.Problem(URI.create("https://k8s.test"), "no answer within 1 s", "", null));
    }

    static TransportException.Refused refused() {
        return new TransportException.Refused(
                new TransportException.Problem(URI.create("https://k8s.test"), "connection refused", "", null));
    }

    static TransportException.Closed closed() {
        return new TransportException.Closed(
                new TransportException.Problem(URI.create("https://k8s.test"), "the transport was closed", "", null));
    }

    private record Plain(int status, Headers headers, InputStream body) implements HttpResponse {
        @Override
        public void close() {
            try {
                body.close();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private final class Counted implements HttpResponse {
        private final HttpResponse answer;
        private @Nullable Boolean closed;

        Counted(HttpResponse answer) {
            this.answer = answer;
        }

        @Override
        public int status() {
            return answer.status();
        }

        @Override
        public Headers headers() {
            return answer.headers();
        }

        @Override
        public InputStream body() {
            return answer.body();
        }

        @Override
        public void close() {
            if (closed == null) {
                closed = true;
                open.decrementAndGet();
            }
            answer.close();
        }
    }
}
