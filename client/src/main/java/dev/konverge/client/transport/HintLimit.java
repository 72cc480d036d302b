package dev.konverge.client.transport;

import java.time.Duration;

/**
 * Ten of something an hour; client-go gives a plugin's install hint no more often, since a client without a plugin fails with
 * every request (EX-7). Single-threaded; time is an argument.
 */
final class HintLimit {
    private static final int TIMES = 10;
    private static final long PERIOD = Duration.ofHours(1).toNanos();

    private int given;
    private long since;

    /** {@return whether one more is due} */
    boolean take(long now) {
        if (given == 0 || now - since >= PERIOD) {
            since = now;
            given = 0;
        }
        if (given == TIMES) {
            return false;
        }
        given++;
        return true;
    }
}
