package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.RestClient;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** Failures as the client makes them of what a server answers. */
final class Refusals {
    private Refusals() {}

    static ApiException gone() {
        return status(410, "Expired", "too old resource version: 1 (7)");
    }

    static ApiException throttled() {
        return status(429, "TooManyRequests", "too many requests");
    }

    static ApiException internal() {
        return status(500, "InternalError", "etcd is on fire");
    }

    static ApiException unavailable() {
        return status(503, "ServiceUnavailable", "not ready");
    }

    static ApiException invalid() {
        return status(422, "Invalid", "sendInitialEvents is forbidden");
    }

    static ApiException forbidden() {
        return status(403, "Forbidden", "no");
    }

    static ApiException unreadable() {
        return thrownFor(200, "{\"kind\":\"ConfigMapList\",\"items\":[{\"metadata\":7}]}");
    }

    /** The three ways in which servers say that they have not got so far (RF-13). */
    static List<ApiException> tooNew() {
        return List.of(
                thrownFor(
                        504,
                        body(504, "Timeout", "timed out")
                                .replace("}", ",\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}")),
                thrownFor(
                        504,
                        body(504, "Timeout", "timed out")
                                .replace(
                                        "}",
                                        ",\"details\":{\"causes\":[{\"message\":\"Too large resource version\"}]}}")),
                status(504, "Timeout", "Timeout: Too large resource version: 9, current: 7"));
    }

    /** A timeout that is just that, and says where. */
    static ApiException timeout() {
        return thrownFor(
                504,
                body(504, "Timeout", "timed out")
                        .replace("}", ",\"details\":{\"causes\":[{\"reason\":\"Slow\",\"message\":\"etcd\"}]}}"));
    }

    static ApiException refused() {
        return thrownBy(() -> {
            throw new TransportException.Refused(
                    new TransportException.Problem(URI.create("https://k8s.test"), "connection refused", "", null));
        });
    }

    static ApiException status(int code, String reason, String message) {
        return thrownFor(code, body(code, reason, message));
    }

    private static String body(int code, String reason, String message) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" + message
                + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}";
    }

    private static ApiException thrownFor(int code, String body) {
        return thrownBy(() -> new Answer(
                code,
                Headers.NONE.with("Content-Type", "application/json"),
                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
    }

    private static ApiException thrownBy(Supplier<HttpResponse> server) {
        RestClient rest = RestClient.on(new OneAnswer(server), Platform.real()).withRetries(RetryPolicy.NONE);
        try {
            ClientSet.of(rest).resource(ConfigMap.TYPE).list();
        } catch (ApiException e) {
            return e;
        }
        throw new AssertionError("no failure");
    }

    private record Answer(int status, Headers headers, InputStream body) implements HttpResponse {
        @Override
        public void close() {}
    }

    private record OneAnswer(Supplier<HttpResponse> server) implements Transport {
        @Override
        public HttpResponse send(HttpRequest request) {
            return server.get();
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
