package dev.konverge.apiserver.http;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.fault.ConnectionCutException;
import dev.konverge.base.Platform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request: read, carried out by the server, and answered. */
final class RequestHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** Smaller answers cost more to compress than to send. */
    private static final int WORTH_COMPRESSING = 128 << 10;

    private final Platform platform;
    private final HttpLimits limits;
    private final RequestReader reader;
    private final Exchange exchange;
    private final Watches watches;
    private final Traffic traffic;
    private final Requests requests;
    private @Nullable ServerWebSocketContainer sockets;

    RequestHandler(
            Platform platform,
            HttpLimits limits,
            Access access,
            Exchange exchange,
            Watches watches,
            Traffic traffic,
            Requests requests) {
        super(InvocationType.NON_BLOCKING);
        this.platform = platform;
        this.limits = limits;
        this.reader = new RequestReader(platform, limits, access);
        this.exchange = exchange;
        this.watches = watches;
        this.traffic = traffic;
        this.requests = requests;
    }

    /** Tells it who does the handshake; before the first request. */
    void use(ServerWebSocketContainer container) {
        this.sockets = container;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // Jetty's own threads are few, and a watch lasts: each request has a thread of its own.
        requests.start(() -> process(request, response, callback));
        return true;
    }

    private void process(Request request, Response response, Callback callback) {
        try {
            ServerResponse answer = answer(request);
            traffic.count(request.getMethod(), answer.status());
            switch (answer) {
                case ServerResponse.Whole whole -> send(whole, request, response, callback);
                case ServerResponse.Watch watch -> send(watch, request, response, callback);
            }
        } catch (ConnectionCutException e) {
            cut(request, callback, e);
        } catch (InterruptedException | IOException | RuntimeException e) {
            callback.failed(e);
        }
    }

    private ServerResponse answer(Request request) throws InterruptedException {
        try {
            return exchange.handle(reader.read(request));
        } catch (StatusException e) {
            return refusal(request, e);
        } catch (ConnectionCutException | InterruptedException e) {
            throw e;
        } catch (IOException | UncheckedIOException e) {
            // The client went away while it sent the body, or sent it too slowly.
            throw new ConnectionCutException("the request's body did not arrive: " + e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("method", request.getMethod())
                    .addKeyValue("path", request.getHttpURI().getPath())
                    .log("a request failed for a reason of ours");
            return refusal(request, Failures.internal("the server failed; its log tells why"));
        }
    }

    private ServerResponse.Whole refusal(Request request, StatusException failure) {
        String query = Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
        return exchange.refuse(RequestReader.headers(request), query, failure);
    }

    private void send(ServerResponse.Whole whole, Request request, Response response, Callback callback)
            throws IOException {
        byte[] body = whole.body();
        head(whole, response);
        if (body.length > WORTH_COMPRESSING && acceptsGzip(request)) {
            body = gzip(body);
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            response.getHeaders().add(HttpHeader.VARY, "Accept-Encoding");
        }
        if (whole.status() != 304 && whole.status() != 204) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static boolean acceptsGzip(Request request) {
        return request.getMethod().equals("GET") && request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING, "gzip");
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(body);
        }
        return out.toByteArray();
    }

    private void head(ServerResponse answer, Response response) {
        response.setStatus(answer.status());
        if (answer.headers().find("Audit-Id").isEmpty()) {
            response.getHeaders().put("Audit-Id", auditId());
        }
        if (answer.headers().find("Cache-Control").isEmpty()) {
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
        }
        for (Headers.Field field : answer.headers().fields()) {
            response.getHeaders().add(field.name(), field.value());
        }
    }

    private String auditId() {
        long high = (platform.random().nextLong() & ~0xF000L) | 0x4000L;
        long low = (platform.random().nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }

    private void send(ServerResponse.Watch watch, Request request, Response response, Callback callback)
            throws InterruptedException, IOException {
        if (!watches.add(watch.feed())) {
            watch.feed().close();
            send(
                    refusal(request, Failures.tooManyRequests("too many watches are open", 1)),
                    request,
                    response,
                    callback);
            return;
        }
        if (isSocket(request)) {
            upgrade(watch, request, response, callback);
            return;
        }
        try {
            head(watch, response);
            request.addIdleTimeoutListener(timeout -> false);
            endWithClient(watch, request, response);
            new WatchStream(platform, limits.stall()).send(watch, response);
            callback.succeeded();
        } catch (IOException | ConnectionCutException e) {
            cut(request, callback, e);
        } finally {
            watches.end(watch.feed());
        }
    }

    /** Ends the feed when the client is gone, even if there is nothing to send that would fail. */
    private static void endWithClient(ServerResponse.Watch watch, Request request, Response response) {
        request.addFailureListener(failure -> watch.feed().close());
        if (!isVersion2(request)) {
            // Jetty does not look at a connection while its request is handled, so it would notice only with the next
            // event.
            // Whatever a client sends during a watch is lost with this, hence the connection is not used again.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
            endPoint.tryFillInterested(Callback.from(
                    () -> discard(endPoint, watch), failure -> watch.feed().close()));
        }
    }

    private static void discard(EndPoint endPoint, ServerResponse.Watch watch) {
        ByteBuffer buffer = BufferUtil.allocate(1024);
        try {
            int length = endPoint.fill(buffer);
            if (length < 0) {
                watch.feed().close();
            } else {
                endPoint.tryFillInterested(Callback.from(
                        () -> discard(endPoint, watch), failure -> watch.feed().close()));
            }
        } catch (IOException e) {
            watch.feed().close();
        }
    }

    private static boolean isSocket(Request request) {
        return request.getHeaders().contains(HttpHeader.UPGRADE, "websocket");
    }

    private void upgrade(ServerResponse.Watch watch, Request request, Response response, Callback callback)
            throws IOException {
        ServerWebSocketContainer container = sockets;
        boolean upgraded = false;
        try {
            // Browsers send it, and the real server insists on it.
            if (container == null || !request.getHeaders().contains(HttpHeader.ORIGIN)) {
                response.setStatus(403);
                response.write(true, ByteBuffer.allocate(0), callback);
                return;
            }
            boolean text = watch.headers().find("Content-Type").orElse("").startsWith("application/json");
            List<String> offered =
                    Authenticator.withoutToken(request.getHeaders().getValuesList("Sec-WebSocket-Protocol"));
            upgraded = container.upgrade(
                    (upgradeRequest, upgradeResponse, done) -> {
                        if (!offered.isEmpty()) {
                            upgradeResponse.setAcceptedSubProtocol(offered.getFirst());
                        }
                        return new WatchSocket(platform, limits.stall(), watches, watch.feed(), text);
                    },
                    request,
                    response,
                    callback);
            if (!upgraded) {
                send(refusal(request, StatusErrors.status(400)), request, response, callback);
            }
        } finally {
            if (!upgraded) {
                watches.end(watch.feed());
            }
        }
    }

    /** Ends the connection (or, in HTTP/2, the stream) as a broken network would. */
    private static void cut(Request request, Callback callback, Exception why) {
        // Of the quiet kind, because it is either what was asked for or the client's doing.
        EofException quiet = new EofException(why);
        if (isVersion2(request)) {
            request.addHttpStreamWrapper(stream -> {
                stream.failed(quiet);
                return stream;
            });
        } else {
            request.getConnectionMetaData().getConnection().getEndPoint().close(quiet);
        }
        callback.failed(quiet);
    }

    private static boolean isVersion2(Request request) {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }
}
