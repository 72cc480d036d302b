package dev.konverge.benchmarks.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a client told its handlers, in order. Bounded by what the test does. */
final class Seen {
    private static final long PATIENCE_SECONDS = 60;

    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    void add(String event) {
        events.add(event);
    }

    /** Waits for these and no others, in this order. */
    void expect(String... expected) throws InterruptedException {
        for (String event : expected) {
            assertThat(events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(event);
        }
    }

    /** Waits for this, whatever comes before it. */
    void skipTo(String expected) throws InterruptedException {
        String event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (event != null && !event.equals(expected)) {
            event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(event).isEqualTo(expected);
    }

    boolean isEmpty() {
        return events.isEmpty();
    }
}
