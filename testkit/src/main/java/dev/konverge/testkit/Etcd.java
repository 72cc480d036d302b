package dev.konverge.testkit;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.model.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The little of etcd's own API that tests need, in its JSON form. */
final class Etcd implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** The key does not matter: every answer tells the revision. */
    private static final String ANY_KEY = "{\"key\":\"AA==\"}";

    private final Transport transport;

    Etcd(Transport transport) {
        this.transport = transport;
    }

    boolean isHealthy() throws IOException, InterruptedException {
        try (HttpResponse answer = transport.send(new HttpRequest("GET", "/health", Headers.NONE, null, TIMEOUT))) {
            return answer.status() == 200;
        }
    }

    void compact() {
        Json.Obj header =
                (Json.Obj) ((Json.Obj) post("/v3/kv/range", ANY_KEY)).fields().get("header");
        Json revision = header == null ? null : header.fields().get("revision");
        if (!(revision instanceof Json.Str text)) {
            throw new IllegalStateException("etcd tells no revision");
        }
        post("/v3/kv/compaction", "{\"revision\":\"" + text.value() + "\",\"physical\":true}");
    }

    private Json post(String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (HttpResponse answer = transport.send(new HttpRequest("POST", path, Headers.NONE, () -> bytes, TIMEOUT))) {
            String text = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
            if (answer.status() != 200) {
                throw new IllegalStateException("etcd answers " + path + " with " + answer.status() + ": " + text);
            }
            return Json.parse(text);
        } catch (IOException failure) {
            throw new IllegalStateException("etcd did not answer " + path, failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the test was interrupted", interrupt);
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
