package dev.konverge.client.transport;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.http.Cancellable;
import dev.konverge.client.http.Exchange;
import dev.konverge.client.http.HeaderFields;
import dev.konverge.client.http.HttpCall;
import dev.konverge.client.http.HttpPool;
import dev.konverge.client.http.Interruptible;
import dev.konverge.client.http.Origin;
import dev.konverge.client.http.Outgoing;
import dev.konverge.client.http.Redirect;
import dev.konverge.client.http.Unpacked;
import dev.konverge.client.transport.Authorizer.Shown;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests over the network, for one configuration. */
final class HttpTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final Set<String> NEED_BODY = Set.of("POST", "PUT", "PATCH");
    private static final byte[] EMPTY = new byte[0];

    private final ClientConfig config;
    private final Platform platform;
    private final SharedUse connections;
    private final Authorizer authorizer;
    private final NetworkFailures failures;
    private final Interruptible interruptible;
    private final Origin origin;
    private final String base;
    private final Set<Cancellable> underWay = ConcurrentHashMap.newKeySet();
    /** Written by {@link #close}, read by all. */
    private volatile boolean closed;

    HttpTransport(ClientConfig config, Platform platform, SharedUse connections, Authorizer authorizer) {
        this.config = config;
        this.platform = platform;
        this.connections = connections;
        this.authorizer = authorizer;
        this.failures = failures(config, connections.proxy());
        this.interruptible = new Interruptible(platform);
        this.origin = Origin.of(config.server());
        this.base = config.server().getRawPath();
    }

    private static NetworkFailures failures(ClientConfig config, @Nullable URI proxy) {
        URI server = config.server();
        String named = config.tls().serverName();
        return new NetworkFailures(
                URI.create(server.getScheme() + "://" + server.getHost()
                        + (server.getPort() < 0 ? "" : ":" + server.getPort())),
                proxy == null
                        ? null
                        : URI.create(proxy.getScheme() + "://" + proxy.getHost()
                                + (proxy.getPort() < 0 ? "" : ":" + proxy.getPort())),
                named == null ? server.getHost() : named);
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        long deadline = deadline(request);
        Shown shown = show(request);
        NetworkResponse response = exchange(request, shown, deadline);
        if (response.status() != 401 || ownCredentials(request)) {
            return response;
        }
        Shown other;
        try {
            other = insteadOf(shown);
        } catch (TransportException | InterruptedException e) {
            response.close();
            throw e;
        }
        if (other.sameAs(shown)) {
            return response;
        }
        // The server has not acted on what it did not accept, so it can be sent once more, whatever it is.
        response.close();
        return exchange(request, other, deadline);
    }

    private @Nullable Duration timeout(HttpRequest request) {
        return request.timeout() == null ? config.requestTimeout() : request.timeout();
    }

    private long deadline(HttpRequest request) {
        Duration timeout = timeout(request);
        return timeout == null ? Clock.NEVER : platform.clock().deadlineAfter(timeout);
    }

    private Shown show(HttpRequest request) throws InterruptedException {
        requireOpen();
        if (ownCredentials(request)) {
            return Shown.NOTHING;
        }
        try {
            return authorizer.current();
        } catch (ConfigException e) {
            throw failures.noCredentials(e);
        }
    }

    /** {@return what to show after the server did not accept it; the same if there is nothing else} */
    private Shown insteadOf(Shown rejected) throws InterruptedException {
        try {
            return authorizer.afterRejection(rejected);
        } catch (ConfigException e) {
            throw failures.noCredentials(e);
        }
    }

    /** {@return the connections that go with what is shown} */
    private HttpPool pool(Shown shown) {
        try {
            return connections.of(shown).pool();
        } catch (ConfigException e) {
            // A certificate that was good when it came may have expired since.
            throw failures.noCredentials(e);
        }
    }

    private static boolean ownCredentials(HttpRequest request) {
        return request.headers().first("Authorization").isPresent();
    }

    private NetworkResponse exchange(HttpRequest request, Shown shown, long deadline) throws InterruptedException {
        long start = platform.clock().nanoTime();
        HeaderFields headers = headers(request, shown).build();
        Exchange exchange = follow(pool(shown), prepare(request, headers, deadline));
        NetworkResponse response = new NetworkResponse(
                Unpacked.of(exchange), failures, interruptible, () -> closed, unused -> underWay.remove(exchange));
        LOG.atDebug()
                .addKeyValue("method", request.method())
                .addKeyValue("request", request)
                .addKeyValue("status", response.status())
                .addKeyValue("micros", (platform.clock().nanoTime() - start) / 1000)
                .log("answered");
        return response;
    }

    /** Asks again where the server says, as long as it does not go on and on. */
    private Exchange follow(HttpPool pool, Outgoing first) throws InterruptedException {
        Outgoing request = first;
        for (int followed = 0; ; followed++) {
            Exchange exchange = begin(pool, request, false);
            Optional<Outgoing> next = Redirect.next(request, exchange);
            if (next.isEmpty()) {
                return exchange;
            }
            underWay.remove(exchange);
            if (!exchange.endsSoon()) {
                exchange.cancel();
            }
            if (followed == Redirect.MOST) {
                throw failures.endlessRedirects(Redirect.MOST);
            }
            request = next.get();
        }
    }

    private Exchange begin(HttpPool pool, Outgoing request, boolean upgrade) throws InterruptedException {
        HttpCall call = new HttpCall(pool, request, upgrade, platform, interruptible);
        underWay.add(call);
        try {
            requireOpen();
            Exchange exchange = call.execute();
            underWay.add(exchange);
            if (closed) {
                underWay.remove(exchange);
                exchange.cancel();
                throw failures.closed(null);
            }
            return exchange;
        } catch (IOException e) {
            throw closed ? failures.closed(e) : failures.beforeAnswer(e, call.stage());
        } finally {
            underWay.remove(call);
        }
    }

    private Outgoing prepare(HttpRequest request, HeaderFields headers, long deadline) {
        Duration parts = request.whole() ? null : timeout(request);
        return new Outgoing(
                request.method(),
                origin,
                base + request.target(),
                headers,
                body(request),
                deadline,
                parts,
                request.departure());
    }

    private HeaderFields.Builder headers(HttpRequest request, Shown shown) {
        HeaderFields.Builder headers =
                new HeaderFields.Builder().add("user-agent", config.userAgent()).add("audit-id", requestId());
        if (shown.authorization() != null) {
            headers.add("authorization", shown.authorization());
        }
        Identity.impersonate(headers, request.headers(), config.impersonation());
        request.headers().replaceIn(headers);
        // Whoever asks for packed bytes would get them packed; unpacking is the transport's business.
        return headers.set("accept-encoding", config.compression() ? "gzip" : "identity");
    }

    private static byte @Nullable [] body(HttpRequest request) {
        HttpRequest.Body body = request.body();
        if (body != null) {
            return body.bytes();
        }
        return NEED_BODY.contains(request.method()) ? EMPTY : null;
    }

    /** {@return an id by which the server's audit log knows the request} */
    private String requestId() {
        return new UUID(platform.random().nextLong(), platform.random().nextLong()).toString();
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
        long deadline = deadline(request);
        Shown shown = show(request);
        try {
            return open(request, subprotocols, shown, deadline);
        } catch (TransportException.UpgradeRefused e) {
            Shown other = e.status() != 401 || ownCredentials(request) ? shown : insteadOf(shown);
            if (other.sameAs(shown)) {
                throw e;
            }
            return open(request, subprotocols, other, deadline);
        }
    }

    private WebSocketChannel open(HttpRequest request, List<String> subprotocols, Shown shown, long deadline)
            throws InterruptedException {
        WebSocketHandshake handshake = WebSocketHandshake.create(subprotocols, platform.random());
        HeaderFields.Builder headers = headers(request, shown);
        handshake.addTo(headers);
        Exchange exchange = begin(pool(shown), prepare(request, headers.build(), deadline), true);
        boolean opened = false;
        try {
            WebSocketStream stream = handshake.accept(exchange, failures);
            opened = true;
            return new NetworkWebSocket(stream, failures, platform, () -> underWay.remove(exchange));
        } finally {
            if (!opened) {
                exchange.cancel();
                underWay.remove(exchange);
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw failures.closed(null);
        }
    }

    @Override
    public void close() {
        closed = true;
        underWay.forEach(Cancellable::cancel);
        connections.close();
    }

    @Override
    public String toString() {
        return "HttpTransport[" + config.server() + "]";
    }
}
