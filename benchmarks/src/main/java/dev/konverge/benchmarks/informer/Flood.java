package dev.konverge.benchmarks.informer;

import java.util.concurrent.atomic.AtomicBoolean;

/** Changes that are sent as fast as they are taken, on a thread of their own, and what is known of how they are taken. */
final class Flood {
    private final Steadiness steadiness = new Steadiness();
    private final AtomicBoolean ended;
    private final Thread sender;

    private Flood(AtomicBoolean ended, Thread sender) {
        this.ended = ended;
        this.sender = sender;
    }

    static Flood begin(WatchFeed feed) {
        var ended = new AtomicBoolean();
        Thread sender = Thread.ofPlatform().daemon().start(() -> {
            try {
                feed.flood(() -> !ended.get());
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
        return new Flood(ended, sender);
    }

    Steadiness steadiness() {
        return steadiness;
    }

    /** Has it send what it has begun, and nothing any more; waits for that. */
    void end() throws InterruptedException {
        ended.set(true);
        sender.join();
    }
}
