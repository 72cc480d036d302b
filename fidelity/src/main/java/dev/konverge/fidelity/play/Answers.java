package dev.konverge.fidelity.play;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Makes entries of answers. */
final class Answers {
    /** Longer than any whole answer takes; an answer that still comes after it has no end. */
    private static final Duration WHOLE = Duration.ofSeconds(8);

    private static final Json ENDLESS = Json.of("the answer has no end");

    private final Platform platform;

    Answers(Platform platform) {
        this.platform = platform;
    }

    Entry read(String label, HttpResponse response) throws InterruptedException {
        Map<String, String> headers = headers(response);
        AtomicReference<Json> body = new AtomicReference<>(ENDLESS);
        try (Task reading = platform.start("answer", () -> body.set(body(headers, response)))) {
            if (!reading.join(WHOLE)) {
                response.close();
                // What the reader makes of an answer that was cut off is no matter.
                return new Entry(label, response.status(), headers, ENDLESS);
            }
        }
        return new Entry(label, response.status(), headers, body.get());
    }

    private static Json body(Map<String, String> headers, HttpResponse response) {
        try {
            return BodyForm.read(headers, response.body().readAllBytes());
        } catch (IOException e) {
            return ENDLESS;
        }
    }

    static Map<String, String> headers(HttpResponse response) {
        Map<String, String> kept = new LinkedHashMap<>();
        for (String name : Entry.keptHeaders()) {
            List<String> values = response.headers().all(name);
            if (!values.isEmpty()) {
                kept.put(name, String.join("\n", values));
            }
        }
        return kept;
    }
}
