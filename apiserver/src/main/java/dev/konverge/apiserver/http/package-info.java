/**
 * The socket in front of the server: HTTP/1.1, HTTP/2 and WebSocket over TLS, by Jetty.
 *
 * <p>It turns what arrives into a {@link dev.konverge.apiserver.ServerRequest}, says who sent it
 * ({@link dev.konverge.apiserver.http.Authenticator}), and sends what comes back: an answer in one piece, or the events of a
 * watch as they happen. It holds the limits (sizes, number of watches, how long a client may stop reading) and knows nothing
 * of resources. Requests run on virtual threads; Jetty's own few threads only select.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.http;
