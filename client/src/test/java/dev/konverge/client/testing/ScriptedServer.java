package dev.konverge.client.testing;

import dev.konverge.client.testing.Exchange.Received;
import dev.konverge.client.testing.Exchange.Route;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server on loopback that does what a test tells it, misdeeds included. Remembers all that it was asked.
 *
 * <p>{@link #plain} and {@link #tls} speak HTTP/1.1 and control every byte; {@link #http2} speaks HTTP/2 over TLS.
 */
public abstract class ScriptedServer implements AutoCloseable {
    private static final Route NOTHING_HERE = exchange -> exchange.respond(404, "text/plain", "no such route\n");

    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Received> arrivals = new LinkedBlockingQueue<>();
    private final BlockingQueue<Received> departures = new LinkedBlockingQueue<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    private volatile Route otherwise = NOTHING_HERE;

    /** {@return a server of HTTP/1.1} */
    public static ScriptedServer plain() {
        return Http1Server.start(null, false);
    }

    /** {@return a server of HTTP/1.1 over TLS} */
    public static ScriptedServer tls(TestPki.Identity identity) {
        return Http1Server.start(TestPki.serverContext(identity, null), false);
    }

    /** {@return a server of HTTP/1.1 over TLS that wants to see a client certificate of that authority} */
    public static ScriptedServer tls(TestPki.Identity identity, TestPki.Authority clients) {
        return Http1Server.start(TestPki.serverContext(identity, clients), true);
    }

    /** {@return a server of HTTP/2 over TLS that also speaks HTTP/1.1} */
    public static ScriptedServer http2(TestPki.Identity identity) {
        return Http2Server.start(TestPki.serverContext(identity, null));
    }

    /** Says what to do with requests of a method and a path, the query aside. {@return this} */
    public ScriptedServer on(String method, String path, Route route) {
        routes.put(method + " " + path, route);
        return this;
    }

    /** Says what to do with all other requests. {@return this} */
    public ScriptedServer otherwise(Route route) {
        otherwise = route;
        return this;
    }

    /** {@return where it is} */
    public abstract URI uri();

    /** {@return what it was asked so far} */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** {@return the next request, waiting for it} */
    public Received awaitRequest() throws InterruptedException {
        return Bounded.next(arrivals, () -> "no request came; routes threw " + failures);
    }

    /**
     * {@return the request of the next client that went away, waiting for it}
     *
     * <p>However the server learns of it: a client may be gone before all is written that comes before {@link
     * Exchange#awaitClientGone}.
     */
    public Received awaitDeparture() throws InterruptedException {
        return Bounded.next(departures, () -> "nobody went away; routes threw " + failures);
    }

    /** {@return how many connections were opened so far} */
    public int connections() {
        return connections.get();
    }

    /** {@return what routes threw, other than for the client's going away} */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    @Override
    public abstract void close();

    void answer(Exchange exchange) throws Exception {
        Received request = exchange.request();
        received.add(request);
        arrivals.add(request);
        Route route = routes.getOrDefault(request.method() + " " + request.path(), otherwise);
        try {
            route.answer(exchange);
            if (exchange.clientIsGone()) {
                departures.add(request);
            }
        } catch (IOException e) {
            departures.add(request);
            throw e;
        } catch (AssertionError | RuntimeException e) {
            failures.add(e);
            throw e;
        }
    }
}
