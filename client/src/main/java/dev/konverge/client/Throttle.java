package dev.konverge.client;

/** Holds requests back before they are sent. Safe for use by several threads. */
@FunctionalInterface
public interface Throttle {
    /** Holds nothing back: servers see to fairness themselves. */
    Throttle NONE = () -> {};

    /**
     * Waits until a request may be sent.
     *
     * @throws InterruptedException if the thread was interrupted before or while it waited
     */
    void acquire() throws InterruptedException;
}
