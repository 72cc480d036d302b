package dev.konverge.client;

import dev.konverge.base.Platform;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How often something is tried, and how long the pauses in between are.
 *
 * @param attempts how often, the first time included
 * @param first the first pause
 * @param factor by how much each pause is longer than the one before
 * @param jitter by how much of its length a pause may be longer, at random
 */
public record Backoff(int attempts, Duration first, double factor, double jitter) {
    /** For writers that rarely meet: client-go's {@code DefaultRetry}. */
    public static final Backoff RETRY = new Backoff(5, Duration.ofMillis(10), 1.0, 0.1);

    /** For writers that meet often: client-go's {@code DefaultBackoff}. */
    public static final Backoff SLOWER = new Backoff(4, Duration.ofMillis(10), 5.0, 0.1);

    /** Refuses what makes no sense. */
    public Backoff {
        if (attempts < 1 || first.isNegative() || !(factor >= 0) || !(jitter >= 0)) {
            throw new IllegalArgumentException("a backoff needs at least one attempt and no negative numbers: "
                    + attempts + ", " + first + ", " + factor + ", " + jitter);
        }
    }

    /** {@return the pause after so many attempts} */
    public Duration pauseAfter(int attempts, RandomGenerator random) {
        double nanos = first.toNanos() * Math.pow(factor, attempts - 1);
        double stretched = nanos * (1 + (jitter == 0 ? 0 : random.nextDouble() * jitter));
        return Duration.ofNanos((long) Math.min(stretched, Long.MAX_VALUE));
    }

    /**
     * Does something, and does it again while it ends in a conflict. {@return what it gives}
     *
     * @throws ApiException.Conflict if it ended in a conflict each time: the last one
     * @throws CancelledException if the thread was interrupted in a pause
     */
    public <R> R onConflict(Platform platform, Supplier<R> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (ApiException.Conflict conflict) {
                if (attempt >= attempts) {
                    throw conflict;
                }
                pause(platform, attempt, conflict.operation());
            }
        }
    }

    private void pause(Platform platform, int attempt, Operation operation) {
        try {
            platform.sleep(pauseAfter(attempt, platform.random()));
        } catch (InterruptedException e) {
            throw CancelledException.of(operation, e);
        }
    }
}
