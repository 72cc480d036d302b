package dev.konverge.apiserver.http;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket that is open, with a server behind it.
 *
 * <p>{@link #close()} ends the watches as if their time were up, lets requests that are under way finish, interrupts those that
 * do not in time, and leaves no thread behind.
 */
public final class HttpFront implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);

    /** Jetty's own: two to select and accept, the others for what it does beside that. Requests have virtual threads. */
    private static final int PLATFORM_THREADS = 8;

    private static final long STOP_MILLIS = 3000;

    private final Server server;
    private final ServerConnector connector;
    private final Watches watches;
    private final Requests requests;
    private final AtomicBoolean serving;
    private final String scheme;
    private final String host;

    private HttpFront(
            Server server,
            ServerConnector connector,
            Watches watches,
            Requests requests,
            AtomicBoolean serving,
            String scheme,
            String host) {
        this.server = server;
        this.connector = connector;
        this.watches = watches;
        this.requests = requests;
        this.serving = serving;
        this.scheme = scheme;
        this.host = host;
    }

    /**
     * Where to listen and what to allow.
     *
     * @param host the address or name of the interface
     * @param port the port, 0 for any that is free
     * @param access how the socket is protected
     * @param limits what clients may cost
     */
    public record Settings(String host, int port, Access access, HttpLimits limits) {}

    /**
     * Opens a socket.
     *
     * @throws UncheckedIOException if the address is not there or in use
     */
    public static HttpFront open(Platform platform, Settings settings, Exchange exchange) {
        QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS, 2);
        threads.setName("apiserver");
        threads.setDaemon(true);
        // Without them the thread that selects reads HTTP/2 itself, as it does HTTP/1.1: no request blocks it.
        threads.setReservedThreads(0);
        Server server = new Server(threads);
        server.setErrorHandler(new StatusErrors());
        server.setStopTimeout(STOP_MILLIS);
        ServerConnector connector = connector(server, settings);
        server.addConnector(connector);
        Watches watches = new Watches(settings.limits().watches());
        Traffic traffic = new Traffic();
        Requests requests = new Requests(platform);
        RequestHandler handler = new RequestHandler(
                platform,
                settings.limits(),
                settings.access(),
                withMetrics(exchange, traffic, watches),
                watches,
                traffic,
                requests);
        server.setHandler(new GracefulHandler(handler));
        ServerWebSocketContainer sockets = ServerWebSocketContainer.ensure(server);
        sockets.setIdleTimeout(Duration.ZERO);
        handler.use(sockets);
        HttpFront front = new HttpFront(
                server,
                connector,
                watches,
                requests,
                new AtomicBoolean(true),
                settings.access() instanceof Access.Open ? "http" : "https",
                settings.host());
        front.start(settings);
        return front;
    }

    private static Exchange withMetrics(Exchange exchange, Traffic traffic, Watches watches) {
        return new Exchange() {
            @Override
            public ServerResponse handle(ServerRequest request) throws InterruptedException {
                // The server does not know this path, but it does know whether the user may ask for it.
                ServerResponse answer = exchange.handle(request);
                boolean metrics = request.path().equals("/metrics") && answer.status() == 404;
                return metrics ? metrics(traffic, watches) : answer;
            }

            @Override
            public ServerResponse.Whole refuse(Headers headers, String query, StatusException refusal) {
                return exchange.refuse(headers, query, refusal);
            }
        };
    }

    private void start(Settings settings) {
        try {
            server.start();
        } catch (Exception e) {
            stopQuietly();
            Throwable cause = e.getCause() instanceof IOException inner ? inner : e;
            throw new UncheckedIOException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + cause.getMessage(),
                    cause instanceof IOException io ? io : new IOException(cause));
        }
    }

    /** {@return where it is, such as {@code https://127.0.0.1:6443}} */
    public URI uri() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return URI.create(scheme + "://" + shown + ":" + port());
    }

    /** {@return the port it listens on} */
    public int port() {
        return connector.getLocalPort();
    }

    /** {@return how many watches are open} */
    public int watches() {
        return watches.size();
    }

    /** {@return whether it takes requests}: not once it is being closed. */
    public boolean isServing() {
        return serving.get();
    }

    @Override
    public void close() {
        serving.set(false);
        watches.close();
        stopQuietly();
        requests.close();
    }

    private void stopQuietly() {
        try {
            server.stop();
        } catch (TimeoutException e) {
            LOG.atWarn().addKeyValue("millis", STOP_MILLIS).log("requests that did not end in time were cut off");
        } catch (Exception e) {
            // Jetty gathers what went wrong in its parts; whatever it was, there is nothing left to close.
            LOG.atWarn().setCause(e).log("the socket did not close cleanly");
        }
    }

    private static ServerResponse.Whole metrics(Traffic traffic, Watches watches) {
        return new ServerResponse.Whole(
                200,
                Headers.of("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
                traffic.text(watches.size()).getBytes(StandardCharsets.UTF_8));
    }

    private static ServerConnector connector(Server server, Settings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(settings.limits().headerBytes());
        // The server reads paths itself, and strange ones deserve its 404 rather than Jetty's 400.
        http.setUriCompliance(UriCompliance.UNSAFE);
        HttpConnectionFactory version1 = new HttpConnectionFactory(http);
        ServerConnector connector = switch (settings.access()) {
            case Access.Open ignored ->
                new ServerConnector(server, 1, 1, version1, tuned(new HTTP2CServerConnectionFactory(http), settings));
            case Access.Protected guarded -> {
                // Clients come by address, by localhost or through a tunnel; the certificate is checked by them, not by
                // us.
                http.addCustomizer(new SecureRequestCustomizer(false));
                AbstractHTTP2ServerConnectionFactory version2 = tuned(new HTTP2ServerConnectionFactory(http), settings);
                ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
                choice.setDefaultProtocol(version1.getProtocol());
                SslConnectionFactory tls = new SslConnectionFactory(
                        Tls.of(guarded.server(), guarded.authenticator().authority()), choice.getProtocol());
                yield new ServerConnector(server, 1, 1, tls, choice, version2, version1);
            }
        };
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.limits().idle().toMillis());
        connector.setAcceptQueueSize(1024);
        return connector;
    }

    private static AbstractHTTP2ServerConnectionFactory tuned(
            AbstractHTTP2ServerConnectionFactory version2, Settings settings) {
        // A controller holds a watch for each kind on one connection.
        version2.setMaxConcurrentStreams(1000);
        version2.setStreamIdleTimeout(settings.limits().idle().toMillis());
        return version2;
    }
}
