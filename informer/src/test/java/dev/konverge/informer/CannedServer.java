package dev.konverge.informer;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A server that has a fixed list at some paths and nothing anywhere else. Its watches end at once, without events. */
final class CannedServer implements Transport {
    private final Map<String, String> lists = new HashMap<>();
    final List<String> targets = new ArrayList<>();
    final List<String> accepts = new ArrayList<>();

    /** Puts objects with these names at a path. */
    CannedServer serving(String path, String apiVersion, String kind, String namespace, String... names) {
        List<String> items = new ArrayList<>();
        for (String name : names) {
            items.add("{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind + "\",\"metadata\":{\"namespace\":\""
                    + namespace + "\",\"name\":\"" + name + "\",\"resourceVersion\":\"3\","
                    + "\"managedFields\":[{\"manager\":\"m\"}],\"labels\":{\"l\":\"" + name + "\"}}}");
        }
        lists.put(
                path,
                "{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind
                        + "List\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" + String.join(",", items)
                        + "]}");
        return this;
    }

    @Override
    public HttpResponse send(HttpRequest request) {
        targets.add(request.target());
        accepts.add(request.headers().first("Accept").orElse(""));
        String path = request.target().split("\\?", -1)[0];
        String list = lists.get(path);
        if (list == null) {
            return new Answer(404, failure(404, "NotFound"));
        }
        if (request.target().contains("sendInitialEvents")) {
            return new Answer(422, failure(422, "Invalid"));
        }
        return new Answer(200, request.target().contains("watch=") ? "" : list);
    }

    private static String failure(int code, String reason) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"" + reason
                + "\",\"code\":" + code + "}";
    }

    @Override
    public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
        throw new AssertionError("no WebSocket expected");
    }

    @Override
    public void close() {}

    private record Answer(int status, String text) implements HttpResponse {
        @Override
        public Headers headers() {
            return Headers.NONE.with("Content-Type", "application/json");
        }

        @Override
        public InputStream body() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {}
    }
}
