package dev.konverge.workqueue;

import java.time.Duration;

/**
 * How a key is added, and why.
 *
 * @param after how long to wait before it is added; zero or less adds it at once
 * @param rateLimited whether to ask the queue's rate limiter how long to wait; with {@code after} too, the shorter of the two
 *     delays above zero counts
 * @param priority the higher, the earlier, in a queue that has priorities
 * @param causes why it is added
 */
public record AddOptions(Duration after, boolean rateLimited, int priority, Causes causes) {
    /** The priority of whatever says nothing else. */
    public static final int DEFAULT_PRIORITY = 0;

    /** The priority of what can wait, by convention: objects of an initial list, and updates that change nothing. */
    public static final int LOW_PRIORITY = -100;

    /** At once, with the default priority, and no cause. */
    public static final AddOptions NOW = new AddOptions(Duration.ZERO, false, DEFAULT_PRIORITY, Causes.NONE);

    /** {@return the same after a delay} */
    public AddOptions withAfter(Duration delay) {
        return new AddOptions(delay, rateLimited, priority, causes);
    }

    /** {@return the same after the delay that the rate limiter asks for} */
    public AddOptions withRateLimit() {
        return new AddOptions(after, true, priority, causes);
    }

    /** {@return the same with that priority} */
    public AddOptions withPriority(int other) {
        return new AddOptions(after, rateLimited, other, causes);
    }

    /** {@return the same with one more cause} */
    public AddOptions withCause(Cause cause) {
        return new AddOptions(after, rateLimited, priority, causes.and(Causes.of(cause)));
    }
}
