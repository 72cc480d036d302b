package dev.konverge.client.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a client keeps away from a server that cannot keep up.
 *
 * @param base the first wait
 * @param max the longest
 */
public record BackoffBounds(Duration base, Duration max) {
    private static final String BASE = "KUBE_CLIENT_BACKOFF_BASE";
    private static final String MAX = "KUBE_CLIENT_BACKOFF_DURATION";

    /** Refuses what makes no sense. */
    public BackoffBounds {
        if (!base.isPositive() || max.compareTo(base) < 0) {
            throw new IllegalArgumentException("a backoff needs 0 < base <= max, not " + base + " and " + max);
        }
    }

    /** {@return what the surroundings ask for, in whole seconds, by client-go's two variables} Both are needed (RC-15). */
    public static Optional<BackoffBounds> of(Environment environment) {
        Optional<Duration> base = seconds(environment.variable(BASE));
        Optional<Duration> max = seconds(environment.variable(MAX));
        return base.flatMap(from -> max.map(to -> new BackoffBounds(from, to.compareTo(from) < 0 ? from : to)));
    }

    private static Optional<Duration> seconds(String text) {
        // client-go goes without a backoff where these are no numbers, and so do we.
        return text.matches("[0-9]{1,9}") && Long.parseLong(text) > 0
                ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
                : Optional.empty();
    }
}
