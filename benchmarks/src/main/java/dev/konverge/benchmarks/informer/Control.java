package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.Orders;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How programs tell the server to send changes: {@code flood}, answered at once, sends changes as fast as they are taken, until the rate is steady: each
 * {@code window COUNT NANOS PROCESSOR-NANOS} tells how many reached the handler in how long, and is answered with {@code more}, or when the flood has ended with
 * the changes a second and the processor nanoseconds a change that count; {@code trickle COUNT MILLIS} sends single ones with pauses.
 *
 * <p>The rule by which a flood ends is here, so that it is the same for programs in all languages.
 */
final class Control implements Orders.Obedience {
    private final WatchFeed feed;

    /** The present one, or the last. Of the one thread that obeys. */
    private @Nullable Flood flood;

    Control(WatchFeed feed) {
        this.feed = feed;
    }

    @Override
    public String obey(String[] words) throws InterruptedException {
        return switch (words[0]) {
            case "flood" -> {
                end();
                flood = Flood.begin(feed);
                yield "flooding";
            }
            case "window" -> window(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "trickle" -> {
                feed.trickle(Integer.parseInt(words[1]), Duration.ofMillis(Long.parseLong(words[2])));
                yield "done";
            }
            default -> throw new IllegalArgumentException("the server cannot " + words[0]);
        };
    }

    private String window(long changes, long nanos, long processorNanos) throws InterruptedException {
        if (flood == null) {
            throw new IllegalStateException("a window without a flood");
        }
        Steadiness steadiness = flood.steadiness();
        steadiness.add(changes, nanos, processorNanos);
        if (!steadiness.isReached()) {
            return "more";
        }
        end();
        return steadiness.rate() + " " + steadiness.cost();
    }

    /** A program that failed has not ended its own. */
    private void end() throws InterruptedException {
        if (flood != null) {
            flood.end();
        }
    }
}
