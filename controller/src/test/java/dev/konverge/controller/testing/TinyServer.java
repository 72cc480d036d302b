package dev.konverge.controller.testing;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Objects by path, with versions: just enough of an API server to be written to, and to misbehave. Each {@link Link} to it has
 * faults of its own. For simulations: one thread at a time.
 */
public final class TinyServer {
    private final Platform platform;
    private final Map<String, Json.Obj> objects = new LinkedHashMap<>();
    private final List<String> log = new ArrayList<>();
    private long version;

    public TinyServer(Platform platform) {
        this.platform = platform;
    }

    /** {@return a way to this server} */
    public Link link() {
        return new Link();
    }

    /** {@return the writes and reads that arrived: method and path, without the query} */
    public List<String> log() {
        return log;
    }

    /** {@return all objects, in order of creation} */
    public List<Json.Obj> objects() {
        return List.copyOf(objects.values());
    }

    public Optional<Json.Obj> find(String path) {
        return Optional.ofNullable(objects.get(path));
    }

    public void remove(String path) {
        objects.remove(path);
    }

    public void forgetAll() {
        objects.clear();
    }

    public void put(String path, String json) {
        store(path, (Json.Obj) Json.parse(json));
    }

    private HttpResponse answer(HttpRequest request) {
        String path = request.toString().split(" ", 2)[1];
        log.add(request.toString());
        return switch (request.method()) {
            case "GET" -> objects.containsKey(path) ? ok(objects.get(path)) : failure(404, "NotFound");
            case "POST" -> create(path, body(request));
            case "PUT" -> update(path, body(request));
            case "PATCH" -> patch(path, body(request));
            default -> failure(405, "MethodNotAllowed");
        };
    }

    private HttpResponse create(String collection, Json.Obj object) {
        String path = collection + "/" + text(object, "metadata", "name");
        return objects.containsKey(path) ? failure(409, "AlreadyExists") : ok(store(path, object));
    }

    private HttpResponse update(String path, Json.Obj object) {
        Json.Obj before = objects.get(path);
        if (before == null) {
            return failure(404, "NotFound");
        }
        boolean stale =
                !text(before, "metadata", "resourceVersion").equals(text(object, "metadata", "resourceVersion"));
        return stale ? failure(409, "Conflict") : ok(store(path, object));
    }

    private HttpResponse patch(String path, Json.Obj patch) {
        Json.Obj before = objects.get(path);
        return before == null
                ? failure(404, "NotFound")
                : ok(store(path, (Json.Obj) new MergePatch(patch).apply(before)));
    }

    private Json.Obj store(String path, Json.Obj object) {
        version++;
        Json stamp = Json.parse("{\"metadata\":{\"resourceVersion\":\"" + version + "\"}}");
        Json.Obj stored = (Json.Obj) new MergePatch(stamp).apply(object);
        objects.put(path, stored);
        return stored;
    }

    private static Json.Obj body(HttpRequest request) {
        return (Json.Obj) Json.parse(Objects.requireNonNull(request.body()).bytes());
    }

    /** {@return the text at a place, empty if there is none} */
    public static String text(Json from, String... names) {
        Json at = from;
        for (String name : names) {
            Json next = at instanceof Json.Obj object ? object.get(name) : null;
            at = next == null ? Json.of("") : next;
        }
        return at instanceof Json.Str string ? string.value() : at.toString();
    }

    private static HttpResponse ok(Json body) {
        return new Answer(200, body.toString());
    }

    private static HttpResponse failure(int code, String reason) {
        return new Answer(
                code,
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" + reason
                        + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}");
    }

    /** What goes wrong on the way. */
    public enum Fault {
        NONE,
        /** The request never arrives, and nobody says so. */
        HANG,
        /** The request never arrives. */
        REFUSE,
        /** The request arrives, the answer does not. */
        LOSE_ANSWER,
        /** The server says no. */
        FORBID,
        /** The server does not find what it has, as one that has fallen behind. */
        OVERLOOK
    }

    /** A client's way to the server. */
    public final class Link implements Transport {
        private Fault fault = Fault.NONE;
        private Duration delay = Duration.ZERO;
        private int faults = Integer.MAX_VALUE;

        public ClientSet clients() {
            return ClientSet.on(this, platform);
        }

        public void fault(Fault next) {
            fault(next, Integer.MAX_VALUE);
        }

        /** The next so many requests meet with a fault. */
        public void fault(Fault next, int times) {
            fault = next;
            faults = times;
        }

        public void delay(Duration next) {
            delay = next;
        }

        @Override
        public HttpResponse send(HttpRequest request) throws InterruptedException {
            if (!delay.isZero()) {
                platform.sleep(delay);
            }
            return switch (next()) {
                case NONE -> answer(request);
                case HANG -> {
                    platform.sleep(Duration.ofDays(1));
                    throw new AssertionError("nobody waits for a day");
                }
                case REFUSE -> throw refused("connection refused");
                case LOSE_ANSWER -> {
                    answer(request);
                    throw refused("connection reset");
                }
                case FORBID -> failure(403, "Forbidden");
                case OVERLOOK -> failure(404, "NotFound");
            };
        }

        private Fault next() {
            if (fault == Fault.NONE || faults <= 0) {
                return Fault.NONE;
            }
            faults--;
            return fault;
        }

        private TransportException refused(String why) {
            return new TransportException.Refused(
                    new TransportException.Problem(URI.create("https://k8s.test"), why, "", null));
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw new UnsupportedOperationException("no channels here");
        }

        @Override
        public void close() {}
    }

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
