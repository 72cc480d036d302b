package dev.konverge.client.transport;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * When a request is sent again, and after how long; the rules of client-go.
 *
 * <p>An answer of 429 or 5xx is tried again if it says when ({@code Retry-After}, whole seconds), for all requests; a
 * lost connection only where that does no harm. Pure: it decides, the caller waits.
 *
 * @param maxRetries how often a request is sent again at most
 * @param afterLostConnection how long to wait after a lost connection
 */
public record RetryPolicy(int maxRetries, Duration afterLostConnection) {
    /** Up to ten retries, one second after a lost connection. */
    public static final RetryPolicy STANDARD = new RetryPolicy(10, Duration.ofSeconds(1));

    /** Every request is sent once. */
    public static final RetryPolicy NONE = new RetryPolicy(0, Duration.ZERO);

    /** Refuses what makes no sense. */
    public RetryPolicy {
        if (maxRetries < 0 || afterLostConnection.isNegative()) {
            throw new IllegalArgumentException(
                    "neither retries nor waits can be negative: " + maxRetries + ", " + afterLostConnection);
        }
    }

    /** What a request is for. */
    public enum Use {
        /** One answer, read whole. */
        REQUEST,
        /** A stream of changes, which its reader can take up again. */
        WATCH,
        /** A stream that cannot be taken up again, such as a log. */
        STREAM
    }

    /** What to do next. */
    public sealed interface Decision {
        /**
         * Wait, then send the request again.
         *
         * @param after how long to wait at least
         */
        record Retry(Duration after) implements Decision {}

        /** Take the answer, or the failure, as it is. */
        record GiveUp() implements Decision {}
    }

    private static final Decision GIVE_UP = new Decision.GiveUp();

    /**
     * {@return what to do with an answer}
     *
     * @param attempt how often the request has been sent, 1 for the first time
     * @param request the request; bodies can always be sent again
     */
    public Decision onAnswer(int attempt, HttpRequest request, int status, Headers headers) {
        OptionalLong seconds = retryAfter(status, headers);
        return attempt <= maxRetries && seconds.isPresent()
                ? new Decision.Retry(Duration.ofSeconds(seconds.getAsLong()))
                : GIVE_UP;
    }

    /**
     * {@return what to do with a failure}
     *
     * @param attempt how often the request has been sent, 1 for the first time
     */
    public Decision onFailure(int attempt, Use use, HttpRequest request, TransportException failure) {
        return attempt <= maxRetries && harmless(use, request, failure)
                ? new Decision.Retry(afterLostConnection)
                : GIVE_UP;
    }

    private static boolean harmless(Use use, HttpRequest request, TransportException failure) {
        return switch (use) {
            case REQUEST -> request.method().equals("GET") && failure instanceof TransportException.ConnectionLost;
            case WATCH ->
                failure instanceof TransportException.ConnectionLost || failure instanceof TransportException.TimedOut;
            case STREAM -> false;
        };
    }

    /** {@return the seconds that an answer asks to wait, if it is one to try again} Dates are not understood (RC-14). */
    public static OptionalLong retryAfter(int status, Headers headers) {
        if (status != 429 && status < 500) {
            return OptionalLong.empty();
        }
        String value = headers.first("Retry-After").orElse("").strip();
        if (!value.matches("[+-]?[0-9]{1,9}")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(0, Long.parseLong(value)));
    }
}
