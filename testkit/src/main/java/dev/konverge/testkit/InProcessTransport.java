package dev.konverge.testkit;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.fault.ConnectionCutException;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A way to an embedded API server without a socket: the server's code runs on the caller's thread, so that clients work under
 * virtual time. Safe for use by many threads.
 */
public final class InProcessTransport implements Transport {
    private static final URI SERVER = URI.create("inprocess://apiserver");
    private static final byte[] NO_BODY = {};

    private final ApiServer server;
    private final User user;

    /** A way for requests of a user who may do everything. */
    public InProcessTransport(ApiServer server) {
        this(server, User.ADMIN);
    }

    /** A way for requests of a user. */
    public InProcessTransport(ApiServer server, User user) {
        this.server = server;
        this.user = user;
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        request.departure().run();
        try {
            return answer(request, server.handle(toServer(request)));
        } catch (ConnectionCutException cut) {
            throw new TransportException.ConnectionLost(
                    new TransportException.Problem(SERVER, "the connection was cut", "", cut));
        }
    }

    private ServerRequest toServer(HttpRequest request) {
        int question = request.target().indexOf('?');
        String path = question < 0 ? request.target() : request.target().substring(0, question);
        String query = question < 0 ? "" : request.target().substring(question + 1);
        List<dev.konverge.apiserver.Headers.Field> fields = new ArrayList<>();
        request.headers()
                .asMap()
                .forEach((name, values) ->
                        values.forEach(value -> fields.add(new dev.konverge.apiserver.Headers.Field(name, value))));
        byte[] body = request.body() == null ? NO_BODY : request.body().bytes();
        return new ServerRequest(request.method(), path, query, new dev.konverge.apiserver.Headers(fields), body, user);
    }

    private static HttpResponse answer(HttpRequest request, ServerResponse response) {
        Headers headers = toClient(response.headers());
        return switch (response) {
            case ServerResponse.Whole whole ->
                new InProcessResponse(
                        whole.status(),
                        headers,
                        new ByteArrayInputStream(request.method().equals("HEAD") ? NO_BODY : whole.body()));
            case ServerResponse.Watch watch ->
                new InProcessResponse(watch.status(), headers, new FeedStream(watch.feed()));
        };
    }

    private static Headers toClient(dev.konverge.apiserver.Headers headers) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        headers.fields()
                .forEach(field -> all.computeIfAbsent(field.name(), name -> new ArrayList<>())
                        .add(field.value()));
        return Headers.of(all);
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
        throw new UnsupportedOperationException(
                request
                        + ": there are no containers to connect to behind an embedded API server, and watches need no WebSocket here");
    }

    /** Does nothing: the server is its owner's to stop. */
    @Override
    public void close() {}
}
