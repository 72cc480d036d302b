package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.Orders;
import java.time.Duration;

/**
 * How programs tell the server to send changes: {@code flood MILLIS} sends changes as fast as they are taken; {@code trickle COUNT MILLIS} sends single
 * ones with pauses.
 */
final class Control implements Orders.Obedience {
    private final WatchFeed feed;

    Control(WatchFeed feed) {
        this.feed = feed;
    }

    @Override
    public String obey(String[] words) throws InterruptedException {
        switch (words[0]) {
            case "flood" -> feed.flood(Duration.ofMillis(Long.parseLong(words[1])));
            case "trickle" -> feed.trickle(Integer.parseInt(words[1]), Duration.ofMillis(Long.parseLong(words[2])));
            default -> throw new IllegalArgumentException("the server cannot " + words[0]);
        }
        return "done";
    }
}
