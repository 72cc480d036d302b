package dev.konverge.client.config;

import java.time.Duration;

/**
 * Is told of a client's requests, to count and time them. What is not overridden is not counted.
 *
 * <p>The names are those under which client-go publishes the same figures. Verbs are HTTP methods; a host comes with its port, if
 * the configuration names one. Called by many threads at once, on the thread of the request; must not block or throw.
 */
public interface RequestMetrics {
    /** Counts nothing. */
    RequestMetrics NONE = new RequestMetrics() {};

    /** The code of a request that no answer came to. */
    String NO_ANSWER = "<error>";

    /** {@code rest_client_requests_total}: a request was sent, for the first time or again, and answered with that code. */
    default void sent(String verb, String host, String code) {}

    /** {@code rest_client_request_retries_total}: a request was sent again, and answered with that code. */
    default void sentAgain(String verb, String host, String code) {}

    /** {@code rest_client_request_duration_seconds}: a request took that long in all, with its waits and repetitions. No streams. */
    default void took(String verb, String host, Duration duration) {}

    /** {@code rest_client_rate_limiter_duration_seconds}: a request was held back for that long, which may be zero. */
    default void heldBack(String verb, String host, Duration duration) {}

    /** {@code rest_client_request_size_bytes}: a request with a body of that size was answered. No streams. */
    default void requestSize(String verb, String host, long bytes) {}

    /** {@code rest_client_response_size_bytes}: so much of an answer's body was read, unpacked. No streams. */
    default void responseSize(String verb, String host, long bytes) {}
}
