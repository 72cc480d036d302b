package dev.konverge.client;

import dev.konverge.client.config.RequestMetrics;
import dev.konverge.client.config.WarningHandler;
import dev.konverge.client.transport.HostBackoff;
import dev.konverge.client.transport.RequestRateLimiter;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.model.codec.DecodeOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a client sends requests and reads answers.
 *
 * @param encoding the form in which objects travel
 * @param decoding how answers are decoded
 * @param warnings who is told of the server's warnings
 * @param timeout how long a request may take that says nothing else, null for any time
 * @param retries when a request is sent again
 * @param limiter what holds requests back, null for nothing
 * @param backoff what keeps requests away from a server that cannot keep up, null for nothing
 * @param metrics who is told of the requests
 * @param host what the server is called there
 */
record Settings(
        Encoding encoding,
        DecodeOptions decoding,
        WarningHandler warnings,
        @Nullable Duration timeout,
        RetryPolicy retries,
        @Nullable RequestRateLimiter limiter,
        @Nullable HostBackoff backoff,
        RequestMetrics metrics,
        String host) {
    static final Settings STANDARD = new Settings(
            Encoding.JSON,
            DecodeOptions.STANDARD,
            WarningHandler.logging(),
            null,
            RetryPolicy.STANDARD,
            null,
            null,
            RequestMetrics.NONE,
            "");

    Settings withEncoding(Encoding changed) {
        return new Settings(changed, decoding, warnings, timeout, retries, limiter, backoff, metrics, host);
    }

    Settings withDecoding(DecodeOptions changed) {
        return new Settings(encoding, changed, warnings, timeout, retries, limiter, backoff, metrics, host);
    }

    Settings withWarnings(WarningHandler changed) {
        return new Settings(encoding, decoding, changed, timeout, retries, limiter, backoff, metrics, host);
    }

    Settings withTimeout(@Nullable Duration changed) {
        return new Settings(encoding, decoding, warnings, changed, retries, limiter, backoff, metrics, host);
    }

    Settings withRetries(RetryPolicy changed) {
        return new Settings(encoding, decoding, warnings, timeout, changed, limiter, backoff, metrics, host);
    }

    Settings withLimiter(RequestRateLimiter changed) {
        return new Settings(encoding, decoding, warnings, timeout, retries, changed, backoff, metrics, host);
    }

    Settings withBackoff(HostBackoff changed) {
        return new Settings(encoding, decoding, warnings, timeout, retries, limiter, changed, metrics, host);
    }

    Settings withMetrics(RequestMetrics changed, String server) {
        return new Settings(encoding, decoding, warnings, timeout, retries, limiter, backoff, changed, server);
    }
}
