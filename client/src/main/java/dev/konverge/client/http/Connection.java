package dev.konverge.client.http;

/** An open connection to a server, or to a proxy on the way to it. */
sealed interface Connection permits Http1Connection, Http2Connection {
    /** Ends it with all that is under way on it; by any thread, any number of times. */
    void close();
}
