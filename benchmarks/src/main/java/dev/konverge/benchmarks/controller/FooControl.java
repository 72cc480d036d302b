package dev.konverge.benchmarks.controller;

import dev.konverge.base.Clock;
import dev.konverge.benchmarks.Orders;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How a {@link Trial} tells the server what to do and asks it what it saw.
 *
 * <p>{@code reset}; {@code create COUNT}; {@code watched}, whether a controller watches by now; {@code converge COUNT}, which creates so many Foos; {@code converged
 * COUNT}, answered with the microseconds that passed from the order to converge until all had; {@code first-write}, answered with the time of
 * it; {@code compiled}, answered with the milliseconds that the server's JVM has spent compiling; {@code settled}, which waits until no request comes any more, answered with the microseconds that passed from the order to converge until the last one,
 * and the counts, or with {@code restless}.
 *
 * <p>What takes long is waited for a moment only, and answered with {@code not yet} and how far it is, so that who asks can tell and ask again. What does not
 * happen in time is answered with {@code late}.
 */
final class FooControl implements Orders.Obedience {
    private static final String DONE = "done";
    private static final String LATE = "late";

    /** What the answer of one begins with who is asked again. */
    static final String NOT_YET = "not yet";

    /** Said of a controller that goes on asking although there is nothing left to do, because its resyncs come sooner than it is done with them. */
    static final String RESTLESS = "restless";

    private static final Duration STARTED_WITHIN = Duration.ofMinutes(3);

    /** Some resyncs of half a minute. */
    static final Duration RESTLESS_AFTER = Duration.ofMinutes(3);

    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration SILENCE = Duration.ofMillis(1500);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final FooHost server;
    private final Clock clock;

    /** When it was ordered to converge. Of the one thread that obeys. */
    private long begin;

    FooControl(FooHost server) {
        this.server = server;
        this.clock = server.platform().clock();
    }

    @Override
    public String obey(String[] words) throws InterruptedException {
        return switch (words[0]) {
            case "reset" -> {
                server.reset();
                yield DONE;
            }
            case "create" -> {
                server.create(Integer.parseInt(words[1]));
                yield DONE;
            }
            case "watched" -> server.tally().await(FooCounts::areWatched, MOMENT) ? DONE : NOT_YET;
            case "converge" -> {
                server.tally().countAnew();
                begin = clock.nanoTime();
                server.create(Integer.parseInt(words[1]));
                yield DONE;
            }
            case "converged" -> converged(Integer.parseInt(words[1]));
            case "first-write" -> firstWrite();
            case "settled" -> settled();
            case "compiled" ->
                Long.toString(ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
            default -> throw new IllegalArgumentException("the server cannot " + words[0]);
        };
    }

    private String converged(int foos) throws InterruptedException {
        FooTally tally = server.tally();
        if (!tally.await(counts -> counts.areConverged(foos), MOMENT)) {
            return NOT_YET + " " + tally.look(FooCounts::converged);
        }
        return Long.toString(microsUntil(clock.nanoTime()));
    }

    private String firstWrite() throws InterruptedException {
        FooTally tally = server.tally();
        return tally.await(counts -> counts.firstWrite() != 0, STARTED_WITHIN)
                ? Long.toString(tally.look(FooCounts::firstWrite))
                : LATE;
    }

    private String settled() throws InterruptedException {
        FooTally tally = server.tally();
        long deadline = clock.deadlineAfter(RESTLESS_AFTER);
        while (tally.silence().compareTo(SILENCE) < 0) {
            if (clock.nanoTime() > deadline) {
                return RESTLESS;
            }
            server.platform().sleep(LOOK);
        }
        return microsUntil(tally.lastRequest()) + " " + tally.look(FooCounts::toString);
    }

    private long microsUntil(long time) {
        return (time - begin) / 1000;
    }

    /** Asks the server. {@return the answer} */
    static String ask(Orders.Client server, String order) throws IOException {
        server.tell(order);
        String answer = server.await();
        if (answer.startsWith(LATE)) {
            throw new IOException("it did not come to \"" + order + "\" in time");
        }
        return answer;
    }
}
