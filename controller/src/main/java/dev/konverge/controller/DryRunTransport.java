package dev.konverge.controller;

import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A transport that carries reads as they are, and every write as a dry run, whoever sends it. What a server cannot try without
 * doing it, such as a command in a container, is refused. Safe for use by many threads.
 */
final class DryRunTransport implements Transport {
    private static final String DRY_RUN = "dryRun=All";

    /** The server only hands these on, to somebody who knows of no dry runs. */
    private static final Pattern HANDED_ON = Pattern.compile(
            "/api/v1/(namespaces/[^/]+/)?(pods|services|nodes)/[^/]+/(exec|attach|portforward|proxy)(/.*)?");

    private final Transport transport;

    DryRunTransport(Transport transport) {
        this.transport = transport;
    }

    @Override
    public HttpResponse send(HttpRequest request) throws InterruptedException {
        boolean read = request.method().equals("GET") || request.method().equals("HEAD");
        return transport.send(read ? request : tried(request));
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
        throw refusal(request);
    }

    private static HttpRequest tried(HttpRequest request) {
        if (HANDED_ON.matcher(path(request.target())).matches()) {
            throw refusal(request);
        }
        return new HttpRequest(
                request.method(),
                withDryRun(request.target()),
                request.headers(),
                body(request),
                request.timeout(),
                request.whole(),
                request.departure());
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static String withDryRun(String target) {
        String path = path(target);
        if (path.length() == target.length()) {
            return target + '?' + DRY_RUN;
        }
        List<String> parameters =
                Arrays.asList(target.substring(path.length() + 1).split("&"));
        return parameters.contains(DRY_RUN) ? target : target + '&' + DRY_RUN;
    }

    /** The options of a deletion are in its body, if it has one; no notice is taken of its query then. */
    private static HttpRequest.@Nullable Body body(HttpRequest request) {
        HttpRequest.Body body = request.body();
        if (body == null || !request.method().equals("DELETE") || body.bytes().length == 0) {
            return body;
        }
        byte[] tried = Trees.with(options(request, body), "dryRun", new Json.Arr(List.of(Json.of("All"))))
                .toBytes();
        return () -> tried;
    }

    private static Json.Obj options(HttpRequest request, HttpRequest.Body body) {
        try {
            if (Json.parse(body.bytes()) instanceof Json.Obj options) {
                return options;
            }
        } catch (DecodeException notJson) {
            // Refused, as all that is not understood.
        }
        throw refusal(request);
    }

    private static IllegalStateException refusal(HttpRequest request) {
        return new IllegalStateException(
                request + ": refused, because this is a plan, and a server cannot try it without doing it");
    }

    @Override
    public void close() {
        transport.close();
    }
}
