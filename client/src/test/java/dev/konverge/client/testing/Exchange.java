package dev.konverge.client.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One request that reached a {@link ScriptedServer}, and the ways to answer it, well or badly.
 *
 * <p>Either {@link #respond}, or {@link #start} followed by any number of {@link #chunk} and {@link #end}. A route that
 * returns without an answer answers 404; one that returns with an open answer ends it.
 */
public interface Exchange {
    /** {@return the request} */
    Received request();

    /** Answers at once. */
    void respond(int status, String contentType, byte[] body, String... headers) throws IOException;

    /** Answers at once. */
    default void respond(int status, String contentType, String body, String... headers) throws IOException {
        respond(status, contentType, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Answers 200 with JSON. */
    default void json(String body) throws IOException {
        respond(200, "application/json", body);
    }

    /** Sends status and headers (name, value, name, value …) of an answer of unknown length. */
    void start(int status, String... headers) throws IOException;

    /** Sends a part of the body, as a packet of its own. */
    void chunk(byte[] part) throws IOException;

    /** Sends a part of the body, as a packet of its own. */
    default void chunk(String part) throws IOException {
        chunk(part.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the body in order. */
    void end() throws IOException;

    /** Breaks the connection (or the stream) off, hard. */
    void reset() throws IOException;

    /** Closes the sending direction without ending the body in order. */
    void halfClose() throws IOException;

    /**
     * Waits until the client has gone away. It may have gone before, and then the route does not come so far, because what it
     * writes fails: a test that wants to know asks {@link ScriptedServer#awaitDeparture}, which counts both.
     */
    void awaitClientGone() throws InterruptedException;

    /** {@return whether the client is known to have gone away} */
    boolean clientIsGone();

    /** Agrees to a WebSocket. {@return the server's end of it} */
    WebSocketPeer upgrade(String subprotocol) throws IOException;

    /** A request as it arrived. */
    final class Received {
        private final String method;
        private final String target;
        private final Map<String, List<String>> headers;
        private final byte[] body;
        private final String protocol;

        Received(String method, String target, Map<String, List<String>> headers, byte[] body, String protocol) {
            this.method = method;
            this.target = target;
            this.headers = headers;
            this.body = body;
            this.protocol = protocol;
        }

        /** {@return the method} */
        public String method() {
            return method;
        }

        /** {@return path and query} */
        public String target() {
            return target;
        }

        /** {@return names, in lower case, and values} */
        public Map<String, List<String>> headers() {
            return headers;
        }

        /** {@return the body} */
        public byte[] body() {
            return body;
        }

        /** {@return such as HTTP/1.1} */
        public String protocol() {
            return protocol;
        }

        /** {@return the first value of a header, or an empty text} */
        public String header(String name) {
            List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            return values.isEmpty() ? "" : values.getFirst();
        }

        /** {@return all values of a header} */
        public List<String> headers(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        }

        /** {@return the target up to the question mark} */
        public String path() {
            int query = target.indexOf('?');
            return query < 0 ? target : target.substring(0, query);
        }

        /** {@return the target after the question mark, or an empty text} */
        public String query() {
            int query = target.indexOf('?');
            return query < 0 ? "" : target.substring(query + 1);
        }

        /** {@return the body as text} */
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** What a server does with a request. */
    @FunctionalInterface
    interface Route {
        /** Answers. An exception breaks the connection off. */
        void answer(Exchange exchange) throws Exception;
    }
}
