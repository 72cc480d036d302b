package dev.konverge.benchmarks.informer;

import dev.konverge.base.Clock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What a handler hears: how many changes, and, while it is asked to, how late. */
final class HandlerGauge implements Consumer<String> {
    private final Clock clock;
    private final AtomicLong count = new AtomicLong();

    /** Written by whoever measures, read by the handler's thread. */
    private volatile long[] delays = {};

    private final AtomicLong timed = new AtomicLong();

    HandlerGauge(Clock clock) {
        this.clock = clock;
    }

    /** Takes the version of a changed pod, which is the time at which it was sent. */
    @Override
    public void accept(String version) {
        long[] places = delays;
        if (places.length > 0) {
            int place = (int) timed.getAndIncrement();
            if (place < places.length) {
                places[place] = WatchFeed.micros(clock.now()) - Long.parseLong(version);
            }
        }
        count.incrementAndGet();
    }

    /** {@return how many changes it has heard of} */
    long count() {
        return count.get();
    }

    /** Takes the time of the next changes, of so many at most. */
    void time(int changes) {
        timed.set(0);
        delays = new long[changes];
    }

    /** {@return the delays that were taken, in microseconds, the shortest first} */
    long[] delays() {
        long[] sorted = Arrays.copyOf(delays, Math.min(delays.length, timed.intValue()));
        Arrays.sort(sorted);
        return sorted;
    }
}
