package dev.konverge.testkit;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.util.List;

/**
 * The way to a server with somebody on it who sees every request, and may change, count or lose it. Channels pass.
 *
 * @param transport the way on
 * @param interceptor who stands there
 */
public record InterceptedTransport(Transport transport, Interceptor interceptor) implements Transport {
    /** Somebody on the way. */
    @FunctionalInterface
    public interface Interceptor {
        /**
         * {@return the answer to a request, mostly that of the server}
         *
         * @param onward the way on to the server
         */
        HttpResponse send(HttpRequest request, Transport onward) throws InterruptedException;
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        return interceptor.send(request, transport);
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) throws InterruptedException {
        return transport.open(request, subprotocols);
    }

    @Override
    public void close() {
        transport.close();
    }
}
