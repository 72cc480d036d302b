package dev.konverge.controller.testing;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.util.List;

/** Leads nowhere: for tests in which nothing is sent. */
public final class NoTransport implements Transport {
    @Override
    public HttpResponse send(HttpRequest request) {
        throw new AssertionError("nothing should be sent");
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
        throw new AssertionError("nothing should be opened");
    }

    @Override
    public void close() {}
}
