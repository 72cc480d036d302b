package dev.konverge.client;

import dev.konverge.client.config.RequestMetrics;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy.Use;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Tells {@link RequestMetrics} of one request and its answers. Streams have neither a duration nor a size. */
final class Telling {
    private final RequestMetrics metrics;
    private final String host;
    private final HttpRequest request;
    private final boolean whole;

    Telling(Settings settings, HttpRequest request, Use use) {
        this.metrics = settings.metrics();
        this.host = settings.host();
        this.request = request;
        this.whole = use == Use.REQUEST;
    }

    void heldBack(Duration duration) {
        metrics.heldBack(request.method(), host, duration);
    }

    void took(Duration duration) {
        if (whole) {
            metrics.took(request.method(), host, duration);
        }
    }

    void noAnswer(int attempt) {
        sent(attempt, RequestMetrics.NO_ANSWER);
    }

    /** {@return an answer that tells of its size when it is closed} */
    HttpResponse about(HttpResponse response, int attempt) {
        sent(attempt, Integer.toString(response.status()));
        if (!whole || metrics.equals(RequestMetrics.NONE)) {
            return response;
        }
        HttpRequest.Body body = request.body();
        metrics.requestSize(request.method(), host, body == null ? 0 : body.bytes().length);
        return new Measured(response);
    }

    private void sent(int attempt, String code) {
        metrics.sent(request.method(), host, code);
        if (attempt > 1) {
            metrics.sentAgain(request.method(), host, code);
        }
    }

    /** Counts what is read of an answer. For one thread at a time, as answers are. */
    private final class Measured implements HttpResponse {
        private final HttpResponse response;
        private final InputStream body;
        private long count;
        private boolean closed;

        Measured(HttpResponse response) {
            this.response = response;
            this.body = new FilterInputStream(response.body()) {
                @Override
                public int read() throws IOException {
                    int read = in.read();
                    count += read < 0 ? 0 : 1;
                    return read;
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    int read = in.read(target, offset, length);
                    count += Math.max(0, read);
                    return read;
                }

                @Override
                public long skip(long n) throws IOException {
                    long skipped = in.skip(n);
                    count += skipped;
                    return skipped;
                }
            };
        }

        @Override
        public int status() {
            return response.status();
        }

        @Override
        public Headers headers() {
            return response.headers();
        }

        @Override
        public InputStream body() {
            return body;
        }

        @Override
        public void close() {
            response.close();
            if (!closed) {
                closed = true;
                metrics.responseSize(request.method(), host, count);
            }
        }
    }
}
