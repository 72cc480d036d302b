package dev.konverge.benchmarks.controller;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.io.PrintStream;
import java.time.Duration;

/** Tells a person who waits for one controller how far it is: at most every ten seconds, on the line that is drawn anew if it is a terminal. */
final class TrialProgress {
    private static final Duration EVERY = Duration.ofSeconds(10);

    /** Begins the line of a terminal anew. */
    private static final String CLEAR = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final Clock clock;
    private final String who;
    private final long start;
    private long next;

    TrialProgress(PrintStream out, boolean terminal, Clock clock, String who) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.who = who;
        this.start = clock.nanoTime();
        this.next = clock.deadlineAfter(EVERY);
    }

    /** {@return that of this process, which draws if the one that started it does} */
    static TrialProgress of(String who) {
        return new TrialProgress(
                System.err,
                Boolean.getBoolean("konverge.terminal"),
                Platform.real().clock(),
                who);
    }

    /** Tells it, if the last time is long enough ago. */
    void tell(int converged, int foos) {
        long now = clock.nanoTime();
        if (now < next) {
            return;
        }
        next = clock.deadlineAfter(EVERY);
        String text = "%s: %d of %d Foos have converged, %d s"
                .formatted(who, converged, foos, Duration.ofNanos(now - start).toSeconds());
        out.print(terminal ? CLEAR + text : "  " + text + System.lineSeparator());
        out.flush();
    }

    /** Tells why figures will be missing; that stays in sight. */
    void restless(int foos) {
        String text =
                "%s: has %d Foos converged, but still sends requests after %d more seconds: no figures of when it is settled"
                        .formatted(who, foos, FooControl.RESTLESS_AFTER.toSeconds());
        out.println((terminal ? CLEAR : "  ") + text);
    }
}
