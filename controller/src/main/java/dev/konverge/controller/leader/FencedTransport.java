package dev.konverge.controller.leader;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.util.List;
import java.util.function.Supplier;

/**
 * A transport that carries reads always, and writes only while a fence is open.
 *
 * <p>The fence is asked for at each request. One transport for all terms lets whoever is left over from an earlier term write in
 * the next one; a transport for each term, whose fence is always that of the term, does not. Channels count as writes: a command in a
 * container changes the world too. Safe for use by many threads.
 */
public final class FencedTransport implements Transport {
    private final Transport transport;
    private final Supplier<Fence> fence;

    /**
     * Puts a fence before a transport, which it closes when it is closed.
     *
     * @param fence what is in force now
     */
    public FencedTransport(Transport transport, Supplier<Fence> fence) {
        this.transport = transport;
        this.fence = fence;
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        if (!isRead(request)) {
            fence.get().check(request);
        }
        return transport.send(request);
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
        fence.get().check(request);
        return transport.open(request, subprotocols);
    }

    private static boolean isRead(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    @Override
    public void close() {
        transport.close();
    }
}
