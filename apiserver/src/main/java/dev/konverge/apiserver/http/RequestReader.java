package dev.konverge.apiserver.http;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Reads a request off the wire: its sizes against the limits, its credentials, and all of its body. */
final class RequestReader {
    private final Platform platform;
    private final HttpLimits limits;
    private final Access access;

    /** Up to here a length that is announced is believed: the body needs no array that grows, and a liar costs little. */
    private static final int AT_ONCE = 64 << 10;

    RequestReader(Platform platform, HttpLimits limits, Access access) {
        this.platform = platform;
        this.limits = limits;
        this.access = access;
    }

    /**
     * {@return the request}
     *
     * @throws StatusException if it is too large, or nobody's
     * @throws IOException if its body does not arrive
     */
    ServerRequest read(Request request) throws IOException {
        String path = Optional.ofNullable(request.getHttpURI().getPath()).orElse("/");
        String query = Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
        if (path.length() + query.length() > limits.urlBytes()) {
            throw StatusErrors.status(414);
        }
        User user = user(request);
        return new ServerRequest(request.getMethod(), path, query, headers(request), body(request), user);
    }

    /** {@return what a client says beside its request} */
    static Headers headers(Request request) {
        List<Headers.Field> fields = new ArrayList<>();
        for (HttpField field : request.getHeaders()) {
            fields.add(new Headers.Field(
                    field.getName(), Optional.ofNullable(field.getValue()).orElse("")));
        }
        return new Headers(fields);
    }

    private User user(Request request) {
        return switch (access) {
            case Access.Open ignored -> User.ADMIN;
            case Access.Protected guarded ->
                guarded.authenticator()
                        .findUser(
                                certificate(request),
                                request.getHeaders().get(HttpHeader.AUTHORIZATION),
                                request.getHeaders().getValuesList("Sec-WebSocket-Protocol"),
                                platform.clock().now())
                        .orElseThrow(Failures::unauthorized);
        };
    }

    private static @Nullable X509Certificate certificate(Request request) {
        Object session = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        if (session instanceof EndPoint.SslSessionData data) {
            X509Certificate[] chain = data.peerCertificates();
            return chain == null || chain.length == 0 ? null : chain[0];
        }
        return null;
    }

    private byte[] body(Request request) throws IOException {
        long length = request.getLength();
        if (length == 0) {
            return new byte[0];
        }
        if (length > limits.bodyBytes()) {
            throw tooLarge();
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            if (length > 0 && length <= AT_ONCE) {
                byte[] body = new byte[(int) length];
                int read = in.readNBytes(body, 0, body.length);
                return read == body.length ? body : Arrays.copyOf(body, read);
            }
            byte[] body = in.readNBytes(limits.bodyBytes() + 1);
            if (body.length > limits.bodyBytes()) {
                throw tooLarge();
            }
            return body;
        }
    }

    private StatusException tooLarge() {
        return Failures.tooLarge("limit is " + limits.bodyBytes());
    }
}
