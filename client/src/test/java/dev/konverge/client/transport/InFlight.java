package dev.konverge.client.transport;

import static java.util.Objects.requireNonNull;

import dev.konverge.client.testing.Bounded;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A request on a thread of its own, with its whole answer or the failure. */
final class InFlight {
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final Thread thread;

    private InFlight(Transport transport, HttpRequest request) {
        thread = Thread.ofVirtual().start(() -> {
            try (HttpResponse response = transport.send(request)) {
                body.complete(new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
            } catch (Throwable e) {
                body.completeExceptionally(e);
            }
        });
    }

    static InFlight start(Transport transport, HttpRequest request) {
        return new InFlight(transport, request);
    }

    static InFlight get(Transport transport, String target) {
        return start(transport, HttpRequest.get(target));
    }

    void interrupt() {
        thread.interrupt();
    }

    String text() throws Exception {
        String text = Bounded.get(body);
        thread.join();
        return text;
    }

    Throwable failure() throws Exception {
        try {
            throw new AssertionError("it did not fail but gave " + text().length() + " characters");
        } catch (ExecutionException e) {
            thread.join();
            return requireNonNull(e.getCause());
        }
    }
}
