package dev.konverge.controller.leader;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.util.List;

/**
 * A transport that carries reads always, and writes only while a fence is open.
 *
 * <p>There is one for each term: whoever is left over from an earlier one cannot write in the next. Channels count as writes: a command in a
 * container changes the world too. Safe for use by many threads.
 */
public final class FencedTransport implements Transport {
    private final Transport transport;
    private final Fence fence;

    /** Puts a fence, such as a {@link Term}, before a transport, which it closes when it is closed. */
    public FencedTransport(Transport transport, Fence fence) {
        this.transport = transport;
        this.fence = fence;
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        return transport.send(isRead(request) ? request : fenced(request));
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
        return transport.open(fenced(request), subprotocols);
    }

    /** Asks before anything is waited for, and again when the request is about to leave: credentials and a connection may take longer than the term. */
    private HttpRequest fenced(HttpRequest request) {
        fence.check(request);
        return request.withDeparture(() -> fence.check(request));
    }

    private static boolean isRead(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    @Override
    public void close() {
        transport.close();
    }
}
