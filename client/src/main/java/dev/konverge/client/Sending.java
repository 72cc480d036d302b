package dev.konverge.client;

import dev.konverge.base.Clock;
import dev.konverge.client.transport.HostBackoff;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RequestRateLimiter;
import dev.konverge.client.transport.RetryPolicy.Decision;
import dev.konverge.client.transport.RetryPolicy.Use;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one request, again where the policy says so, until it has a good answer or a failure to throw. */
final class Sending {
    private static final Logger LOG = LoggerFactory.getLogger(Sending.class);

    /** How much of a failure's body is read; a status is far shorter. */
    private static final int MAX_FAILURE = 1 << 20;

    private final RestClient client;
    private final Operation operation;
    private final HttpRequest request;
    private final Use use;
    private final Telling told;
    private @Nullable ApiException previous;

    /** When all must be over, waits and tries included; streams have no such time (RC-11). */
    private long deadline = Clock.NEVER;

    Sending(RestClient client, Operation operation, HttpRequest request, Use use) {
        this.client = client;
        this.operation = operation;
        this.request = request;
        this.use = use;
        this.told = new Telling(client.settings(), request, use);
    }

    /** {@return the answer, which is no failure; the caller closes it} */
    HttpResponse send() {
        long start = client.platform().clock().nanoTime();
        try {
            Duration backoff = backoff();
            if (backoff.isPositive()) {
                client.platform().sleep(backoff);
            }
            for (int attempt = 1; ; attempt++) {
                HttpResponse response = attempt(attempt);
                if (response != null) {
                    return response;
                }
            }
        } catch (InterruptedException e) {
            throw CancelledException.of(operation, e);
        } finally {
            told.took(Duration.ofNanos(client.platform().clock().nanoTime() - start));
        }
    }

    private Duration backoff() {
        HostBackoff backoff = client.settings().backoff();
        return backoff == null ? Duration.ZERO : backoff.delay();
    }

    private void note(int status) {
        HostBackoff backoff = client.settings().backoff();
        if (backoff != null) {
            backoff.note(status);
        }
    }

    /** {@return the request, whose time begins now} */
    private HttpRequest first() {
        Duration timeout = request.timeout();
        if (timeout != null && request.whole()) {
            deadline = client.platform().clock().deadlineAfter(timeout);
        }
        return request;
    }

    /** {@return the request with the time that is left for it} */
    private HttpRequest next() {
        return deadline == Clock.NEVER ? request : request.withTimeout(left());
    }

    private Duration left() {
        return Duration.ofNanos(deadline - client.platform().clock().nanoTime());
    }

    /** {@return the answer, or null if another attempt is due} */
    private @Nullable HttpResponse attempt(int attempt) throws InterruptedException {
        RequestRateLimiter limiter = client.settings().limiter();
        // A watch waits its turn only when it is tried again (RC-23).
        if (limiter != null && (use != Use.WATCH || attempt > 1)) {
            told.heldBack(limiter.acquire());
        }
        HttpRequest sent = attempt == 1 ? first() : next();
        HttpResponse response;
        try {
            response = told.about(client.transport().send(sent), attempt);
            note(response.status());
        } catch (TransportException e) {
            told.noAnswer(attempt);
            note(0);
            ApiException failure = Failures.unreachable(operation, e);
            retryOrThrow(client.settings().retries().onFailure(attempt, use, request, e), attempt, failure);
            return null;
        }
        boolean keep = false;
        try {
            warn(response);
            // 101 is for upgrades, which do not come this way.
            keep = response.status() >= 200 && response.status() <= 206;
            if (keep) {
                return response;
            }
            Decision decision =
                    client.settings().retries().onAnswer(attempt, request, response.status(), response.headers());
            ApiException failure = Failures.ofAnswer(
                    operation, request.method(), response.status(), response.headers(), failureBody(response));
            response.close();
            retryOrThrow(decision, attempt, failure);
            return null;
        } finally {
            if (!keep) {
                response.close();
            }
        }
    }

    private void retryOrThrow(Decision decision, int attempt, ApiException failure) throws InterruptedException {
        switch (decision) {
            case Decision.Retry retry -> {
                Duration backoff = backoff();
                Duration wait = backoff.compareTo(retry.after()) > 0 ? backoff : retry.after();
                if (deadline != Clock.NEVER && wait.compareTo(left()) >= 0) {
                    throw withPrevious(failure);
                }
                LOG.atDebug()
                        .addKeyValue("operation", operation)
                        .addKeyValue("attempt", attempt)
                        .addKeyValue("after", retry.after())
                        .addKeyValue("code", failure.code())
                        .log("sending the request again");
                previous = failure;
                client.platform().sleep(wait);
            }
            case Decision.GiveUp ignored -> throw withPrevious(failure);
        }
    }

    private ApiException withPrevious(ApiException failure) {
        if (previous != null && !String.valueOf(previous.getMessage()).equals(failure.getMessage())) {
            failure.addSuppressed(previous);
        }
        return failure;
    }

    private void warn(HttpResponse response) {
        WarningHeader.tell(response.headers().all("Warning"), client.settings().warnings());
    }

    /** What of the body arrives; that the rest is missing is less interesting than the status code. */
    private static byte[] failureBody(HttpResponse response) {
        try {
            return response.body().readNBytes(MAX_FAILURE);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("the body of a failure is not complete");
            return new byte[0];
        }
    }

    /** {@return an open WebSocket; the caller closes it} */
    WebSocketChannel webSocket(List<String> subprotocols) {
        try {
            return client.transport().open(request, subprotocols);
        } catch (TransportException.UpgradeRefused e) {
            throw Failures.ofAnswer(operation, "GET", e.status(), e.headers(), e.body());
        } catch (TransportException e) {
            throw Failures.unreachable(operation, e);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation, e);
        }
    }
}
