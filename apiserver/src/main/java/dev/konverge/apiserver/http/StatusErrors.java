package dev.konverge.apiserver.http;

import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.failure.StatusException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers with a {@code Status} where Jetty refuses a request before the server sees it, so that clients can read every answer. */
final class StatusErrors implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int code = response.getStatus() < 400 ? 500 : response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(status(code).status().toBytes()), callback);
        return true;
    }

    static StatusException status(int code) {
        return switch (code) {
            case 400 ->
                StatusBuilder.failure(400, "BadRequest", "the request is not HTTP that this server understands")
                        .exception();
            case 408 ->
                StatusBuilder.failure(408, "Timeout", "the request did not arrive in time")
                        .exception();
            case 413 ->
                StatusBuilder.failure(413, "RequestEntityTooLarge", "Request entity too large")
                        .exception();
            case 414 ->
                StatusBuilder.failure(414, "RequestURITooLong", "the path and query of the request are too long")
                        .exception();
            case 431 ->
                StatusBuilder.failure(431, "RequestHeaderFieldsTooLarge", "the headers of the request are too long")
                        .exception();
            case 505 ->
                StatusBuilder.failure(505, "BadRequest", "this server speaks HTTP/1.1 and HTTP/2")
                        .exception();
            default ->
                StatusBuilder.failure(
                                code,
                                code < 500 ? "BadRequest" : "InternalError",
                                "the request failed with status " + code)
                        .exception();
        };
    }
}
