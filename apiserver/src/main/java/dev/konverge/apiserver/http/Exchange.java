package dev.konverge.apiserver.http;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;

/** What answers requests: the server behind the socket. */
@FunctionalInterface
public interface Exchange {
    /**
     * {@return the answer}
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ServerResponse handle(ServerRequest request) throws InterruptedException;
}
