package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bound on how many requests leave a client: a token bucket that those who find it empty wait for, in order.
 *
 * <p>Clients have none unless asked for: servers share their time out themselves. Safe for use by many threads.
 */
public final class RequestRateLimiter {
    /** The rate that client-go's clients have unless told otherwise, in requests a second. */
    public static final double CLIENT_GO_QPS = 5;

    /** The burst that client-go's clients have unless told otherwise. */
    public static final int CLIENT_GO_BURST = 10;

    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final TokenBucket bucket;

    /**
     * Makes a full bucket.
     *
     * @param qps how many tokens a second flow in
     * @param burst how many tokens there are at most
     */
    public RequestRateLimiter(Platform platform, double qps, int burst) {
        if (!(qps > 0) || burst < 1) {
            throw new IllegalArgumentException(
                    "a rate limiter needs qps > 0 and burst >= 1, not " + qps + " and " + burst);
        }
        this.platform = platform;
        this.bucket = new TokenBucket(qps, burst, platform.clock().nanoTime());
    }

    /**
     * Waits for a token. {@return how long that took}
     *
     * @throws InterruptedException if the thread was interrupted while it waited; the token is not used then
     */
    public Duration acquire() throws InterruptedException {
        Duration wait = take();
        if (wait.isZero()) {
            return wait;
        }
        try {
            platform.sleep(wait);
        } catch (InterruptedException e) {
            giveBack();
            throw e;
        }
        return wait;
    }

    /** Takes a token if one is there. {@return whether one was} */
    public boolean tryAcquire() {
        lock.lock();
        try {
            return bucket.tryTake(platform.clock().nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private Duration take() {
        lock.lock();
        try {
            return bucket.take(platform.clock().nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        lock.lock();
        try {
            bucket.giveBack(platform.clock().nanoTime());
        } finally {
            lock.unlock();
        }
    }
}
