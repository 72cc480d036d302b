package dev.konverge.client.transport;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.transport.Authorizer.Shown;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests over the network, for one configuration. */
final class HttpTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    /** A connection is more than TCP; a TLS handshake has ten seconds in client-go. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private static final Set<String> NEED_BODY = Set.of("POST", "PUT", "PATCH");
    private static final RequestBody EMPTY = RequestBody.create(new byte[0]);

    private final ClientConfig config;
    private final Platform platform;
    private final SharedUse connections;
    private final Authorizer authorizer;
    private final NetworkFailures failures;
    private final TransportMetrics metrics;
    private final Interruptible interruptible;
    private final String base;
    private final Duration connectLimit;
    private final Set<Call> underWay = ConcurrentHashMap.newKeySet();
    /** Written by {@link #close}, read by all. */
    private volatile boolean closed;

    HttpTransport(
            ClientConfig config,
            Platform platform,
            SharedUse connections,
            Authorizer authorizer,
            TransportMetrics metrics) {
        this.config = config;
        this.platform = platform;
        this.connections = connections;
        this.authorizer = authorizer;
        this.failures = failures(config, connections.proxy());
        this.metrics = metrics;
        this.interruptible = new Interruptible(platform);
        this.base = config.server().toString();
        this.connectLimit = config.connectTimeout().plus(HANDSHAKE);
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
        Shown shown = show(request);
        NetworkResponse response = exchange(request, shown);
        if (response.status() != 401 || ownCredentials(request)) {
            return response;
        }
        Shown other;
        try {
            other = authorizer.afterRejection(shown);
        } catch (ConfigException e) {
            response.close();
            throw failures.noCredentials(e);
        } catch (InterruptedException e) {
            response.close();
            throw e;
        }
        if (other.equals(shown)) {
            return response;
        }
        // The server has not acted on what it did not accept, so it can be sent once more, whatever it is.
        response.close();
        return exchange(request, other);
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

    private static boolean ownCredentials(HttpRequest request) {
        return request.headers().first("Authorization").isPresent();
    }

    private NetworkResponse exchange(HttpRequest request, Shown shown) throws InterruptedException {
        OkHttpClient client = connections.of(shown).client();
        long start = platform.clock().nanoTime();
        Exchange exchange = begin(client, prepare(request, shown));
        NetworkResponse response =
                new NetworkResponse(exchange.call, exchange.response, failures, interruptible, underWay);
        LOG.atDebug()
                .addKeyValue("method", request.method())
                .addKeyValue("request", request)
                .addKeyValue("status", response.status())
                .addKeyValue("micros", (platform.clock().nanoTime() - start) / 1000)
                .log("answered");
        return response;
    }

    /** A call that has its answer. */
    private record Exchange(Call call, Response response) {}

    private Exchange begin(OkHttpClient client, Request request) throws InterruptedException {
        Call call = client.newCall(request);
        underWay.add(call);
        boolean answered = false;
        try {
            requireOpen();
            Response response = interruptible.run(call::execute, call::cancel, Response::close);
            answered = true;
            return new Exchange(call, response);
        } catch (IOException e) {
            throw closed ? failures.closed(e) : failures.beforeAnswer(e, progress(request));
        } finally {
            if (!answered) {
                underWay.remove(call);
            }
        }
    }

    private CallProgress progress(Request request) {
        CallProgress progress = request.tag(CallProgress.class);
        return progress == null ? newProgress() : progress;
    }

    private CallProgress newProgress() {
        return new CallProgress(connectLimit, platform.clock(), metrics);
    }

    private Request prepare(HttpRequest request, Shown shown) {
        return builder(request, shown).build();
    }

    private Request.Builder builder(HttpRequest request, Shown shown) {
        Request.Builder builder = new Request.Builder()
                .url(base + request.target())
                .method(request.method(), body(request))
                .header("User-Agent", config.userAgent())
                .header("Audit-Id", requestId())
                .tag(CallProgress.class, newProgress());
        Duration timeout = request.timeout() == null ? config.requestTimeout() : request.timeout();
        if (timeout != null) {
            builder.tag(Duration.class, timeout);
        }
        if (!config.compression()) {
            builder.header("Accept-Encoding", "identity");
        }
        if (shown.authorization() != null) {
            builder.header("Authorization", shown.authorization());
        }
        Identity.impersonate(builder, request.headers(), config.impersonation());
        for (Map.Entry<String, List<String>> header : request.headers().asMap().entrySet()) {
            // Whoever asks for packed bytes would get them packed; unpacking is the transport's business.
            if (!header.getKey().equals("accept-encoding")) {
                builder.removeHeader(header.getKey());
                header.getValue().forEach(value -> builder.addHeader(header.getKey(), value));
            }
        }
        return builder;
    }

    private static @Nullable RequestBody body(HttpRequest request) {
        HttpRequest.Body body = request.body();
        if (body != null) {
            return RequestBody.create(body.bytes());
        }
        return NEED_BODY.contains(request.method()) ? EMPTY : null;
    }

    /** {@return an id by which the server's audit log knows the request} */
    private String requestId() {
        return new UUID(platform.random().nextLong(), platform.random().nextLong()).toString();
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
        Shown shown = show(request);
        OkHttpClient client = connections.of(shown).upgradingClient();
        WebSocketHandshake handshake = WebSocketHandshake.create(subprotocols, platform.random());
        Request.Builder builder = builder(request, shown);
        handshake.addTo(builder);
        Exchange exchange = begin(client, builder.build());
        boolean opened = false;
        try {
            WebSocketStream stream = handshake.accept(exchange.response, failures);
            opened = true;
            return new NetworkWebSocket(stream, failures, platform, () -> underWay.remove(exchange.call));
        } finally {
            if (!opened) {
                exchange.call.cancel();
                exchange.response.close();
                underWay.remove(exchange.call);
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
        underWay.forEach(Call::cancel);
        connections.close();
    }

    @Override
    public String toString() {
        return "HttpTransport[" + config.server() + "]";
    }
}
