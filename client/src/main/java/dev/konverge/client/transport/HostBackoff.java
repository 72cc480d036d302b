package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.client.config.BackoffBounds;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long requests keep away from a server: twice as long after each answer of 429 or 5xx, not at all after any other (RC-15).
 *
 * <p>Clients have none unless asked for. All requests to a server should share one. Safe for use by many threads.
 */
public final class HostBackoff {
    private final Clock clock;
    private final BackoffBounds bounds;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Duration delay = Duration.ZERO;

    /** When the delay is forgotten, if the server says nothing more. */
    @GuardedBy("lock")
    private long forgottenAt = Clock.NEVER;

    /** Begins without a wait. */
    public HostBackoff(Clock clock, BackoffBounds bounds) {
        this.clock = clock;
        this.bounds = bounds;
    }

    /** {@return how long to wait before a request} */
    public Duration delay() {
        lock.lock();
        try {
            return clock.nanoTime() < forgottenAt ? delay : Duration.ZERO;
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of an answer's status code; 0 stands for no answer. */
    public void note(int status) {
        lock.lock();
        try {
            if (status != 429 && status <= 499) {
                delay = Duration.ZERO;
                forgottenAt = Clock.NEVER;
                return;
            }
            boolean first = delay.isZero() || clock.nanoTime() >= forgottenAt;
            Duration next = first ? bounds.base() : delay.multipliedBy(2);
            delay = next.compareTo(bounds.max()) > 0 ? bounds.max() : next;
            forgottenAt = clock.deadlineAfter(bounds.max().multipliedBy(2));
        } finally {
            lock.unlock();
        }
    }
}
