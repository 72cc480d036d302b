package dev.konverge.apiserver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A request as it arrives, whichever way it came.
 *
 * @param method the HTTP method in capitals
 * @param path the path, still percent-encoded, without the query
 * @param rawQuery the query, still percent-encoded, without the question mark; empty if there is none
 * @param headers the header fields
 * @param body the whole body, not to be written to; empty if there is none
 * @param user who makes it
 */
// A request is not compared; it has an array only because copying bodies would cost more than the handling of many
// requests.
@SuppressWarnings("ArrayRecordComponent")
public record ServerRequest(String method, String path, String rawQuery, Headers headers, byte[] body, User user) {
    private static final byte[] NO_BODY = {};

    /** Makes the method upper case. */
    public ServerRequest {
        method = method.toUpperCase(Locale.ROOT);
    }

    /** {@return a request without headers and body}; {@code target} is a path, or a path, a question mark and a query */
    public static ServerRequest of(String method, String target) {
        int question = target.indexOf('?');
        return question < 0
                ? new ServerRequest(method, target, "", Headers.NONE, NO_BODY, User.ADMIN)
                : new ServerRequest(
                        method,
                        target.substring(0, question),
                        target.substring(question + 1),
                        Headers.NONE,
                        NO_BODY,
                        User.ADMIN);
    }

    /** {@return this with a body and its media type} */
    public ServerRequest withBody(String contentType, byte[] newBody) {
        return new ServerRequest(method, path, rawQuery, headers.replacing("Content-Type", contentType), newBody, user);
    }

    /** {@return this with a JSON body} */
    public ServerRequest withJson(String json) {
        return withBody("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return this with one more header field} */
    public ServerRequest withHeader(String name, String value) {
        return new ServerRequest(method, path, rawQuery, headers.with(name, value), body, user);
    }

    /** {@return this made by another user} */
    public ServerRequest withUser(User newUser) {
        return new ServerRequest(method, path, rawQuery, headers, body, newUser);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServerRequest that
                && method.equals(that.method)
                && path.equals(that.path)
                && rawQuery.equals(that.rawQuery)
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body)
                && user.equals(that.user);
    }

    @Override
    public int hashCode() {
        return method.hashCode() * 31 * 31 + path.hashCode() * 31 + Arrays.hashCode(body);
    }

    /** {@return method and path; never query, headers or body, which may hold secrets} */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
