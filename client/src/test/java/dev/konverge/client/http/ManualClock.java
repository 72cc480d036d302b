package dev.konverge.client.http;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that a test moves. */
final class ManualClock implements Clock {
    private long nanos;

    void advance(Duration by) {
        nanos += by.toNanos();
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
        return nanos;
    }
}
