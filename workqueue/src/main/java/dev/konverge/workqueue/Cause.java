package dev.konverge.workqueue;

/**
 * A reason why a key is in a queue: an event, a retry, a timer. The user of the queue says what there is, usually as records.
 *
 * <p>Must be immutable, and equal to another cause if and only if it says the same.
 */
public interface Cause {}
