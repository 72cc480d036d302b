package dev.konverge.controller.monitor;

import dev.konverge.client.config.RequestMetrics;
import java.time.Duration;

/** Counts a manager's requests in a registry, under client-go's names. */
final class RequestFigures implements RequestMetrics {
    private final MetricsRegistry registry;

    RequestFigures(MetricsRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void sent(String verb, String host, String code) {
        registry.counter(
                        "rest_client_requests_total",
                        "Requests, by what they were answered with.",
                        "code",
                        code,
                        "host",
                        host,
                        "method",
                        verb)
                .increment();
    }

    @Override
    public void sentAgain(String verb, String host, String code) {
        registry.counter(
                        "rest_client_request_retries_total",
                        "Requests that were sent again.",
                        "code",
                        code,
                        "verb",
                        verb,
                        "host",
                        host)
                .increment();
    }

    @Override
    public void took(String verb, String host, Duration duration) {
        registry.histogram(
                        "rest_client_request_duration_seconds",
                        "How long requests take, with their waits and repetitions.",
                        "verb",
                        verb,
                        "host",
                        host)
                .observe(duration);
    }

    @Override
    public void heldBack(String verb, String host, Duration duration) {
        registry.histogram(
                        "rest_client_rate_limiter_duration_seconds",
                        "How long the client's own limit holds requests back.",
                        "verb",
                        verb,
                        "host",
                        host)
                .observe(duration);
    }

    @Override
    public void requestSize(String verb, String host, long bytes) {
        registry.sizes("rest_client_request_size_bytes", "How large requests are.", "verb", verb, "host", host)
                .observe((double) bytes);
    }

    @Override
    public void responseSize(String verb, String host, long bytes) {
        registry.sizes(
                        "rest_client_response_size_bytes",
                        "How large answers are, unpacked.",
                        "verb",
                        verb,
                        "host",
                        host)
                .observe((double) bytes);
    }
}
