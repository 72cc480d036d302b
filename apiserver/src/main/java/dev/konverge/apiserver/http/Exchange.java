package dev.konverge.apiserver.http;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.StatusException;

/** What answers requests: the server behind the socket. */
@FunctionalInterface
public interface Exchange {
    /**
     * {@return the answer}
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ServerResponse handle(ServerRequest request) throws InterruptedException;

    /**
     * {@return the refusal of a request that does not get so far as to be handled}: in JSON, unless this can do what the client prefers
     *
     * @param headers what the client sent
     * @param query the query of its request
     */
    @SuppressWarnings("exports") // Whoever implements this outside of the module leaves refusals as they are.
    default ServerResponse.Whole refuse(Headers headers, String query, StatusException refusal) {
        Headers told = Headers.of("Content-Type", "application/json");
        if (refusal.retryAfterSeconds() > 0) {
            told = told.with("Retry-After", Integer.toString(refusal.retryAfterSeconds()));
        }
        return new ServerResponse.Whole(refusal.code(), told, refusal.status().toBytes());
    }
}
