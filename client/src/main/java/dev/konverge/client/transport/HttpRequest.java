package dev.konverge.client.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request as the transport sends it. Where the server is and who asks is the transport's business.
 *
 * @param method the HTTP method
 * @param target path and query, encoded, beginning with a slash
 * @param headers headers besides those that the transport adds itself (authorization, user agent, host)
 * @param body the body, or null for none
 * @param timeout how long to wait; null for no limit
 * @param whole whether that is for all of the exchange, the body of its answer included; if not, it is for the head of the
 *     answer, and then for each part of its body, so that the answer may go on for ever
 * @param departure is run each time that the request is about to leave, when credentials and a connection are there and its turn to write has come; if it
 *     throws, nothing leaves, and the caller gets what was thrown. It must be quick: others may wait to write
 */
public record HttpRequest(
        String method,
        String target,
        Headers headers,
        @Nullable Body body,
        @Nullable Duration timeout,
        boolean whole,
        Runnable departure) {
    /** A request that leaves whenever it can. */
    public HttpRequest(
            String method,
            String target,
            Headers headers,
            @Nullable Body body,
            @Nullable Duration timeout,
            boolean whole) {
        this(method, target, headers, body, timeout, whole, () -> {});
    }

    /** A request whose answer may go on for ever. */
    public HttpRequest(String method, String target, Headers headers, @Nullable Body body, @Nullable Duration timeout) {
        this(method, target, headers, body, timeout, false);
    }

    /** A body that can be sent again. */
    public interface Body {
        /** {@return the bytes; not to be changed} */
        byte[] bytes();
    }

    /** {@return a GET without a body} */
    public static HttpRequest get(String target) {
        return new HttpRequest("GET", target, Headers.NONE, null, null);
    }

    /** {@return the same with another limit} */
    public HttpRequest withTimeout(Duration changed) {
        return new HttpRequest(method, target, headers, body, changed, whole, departure);
    }

    /** {@return the same that leaves only if something more does not throw} */
    public HttpRequest withDeparture(Runnable more) {
        return new HttpRequest(method, target, headers, body, timeout, whole, () -> {
            departure.run();
            more.run();
        });
    }

    /** {@return method and path; a query may hold what should not be shown} */
    @Override
    public String toString() {
        int query = target.indexOf('?');
        return method + " " + (query < 0 ? target : target.substring(0, query));
    }
}
