package dev.konverge.workqueue;

import java.time.Duration;

/**
 * Decides how long a key that failed waits for its next turn.
 *
 * <p>Safe for many threads. A queue calls it outside of its lock.
 */
public interface RateLimiter<K> {
    /** {@return how long the key should wait} Every call counts as one more failure. */
    Duration when(K key);

    /** {@return how often {@link #when} was called for the key since it was last forgotten} */
    int numRequeues(K key);

    /**
     * Forgets the failures of the key: it has succeeded, or was given up. Without it a limiter that counts by key remembers the
     * key forever.
     */
    void forget(K key);
}
