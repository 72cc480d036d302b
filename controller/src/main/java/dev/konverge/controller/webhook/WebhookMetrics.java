package dev.konverge.controller.webhook;

import java.time.Duration;

/** Where the figures of a webhook server go. Called by many threads at once. */
@FunctionalInterface
public interface WebhookMetrics {
    /** Takes no notice. */
    WebhookMetrics NONE = (path, verdict, duration) -> {};

    /** Told of every review that reached a webhook: how it ended, and how long it took. */
    void reviewed(String path, Verdict verdict, Duration duration);
}
