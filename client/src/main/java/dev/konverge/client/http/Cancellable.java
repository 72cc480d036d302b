package dev.konverge.client.http;

/** What is under way and can be broken off. */
public interface Cancellable {
    /** Breaks it off, if it has not ended; whoever waits for it fails. By any thread, any number of times. */
    void cancel();
}
