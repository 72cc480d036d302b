package dev.konverge.benchmarks;

import dev.konverge.base.Clock;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Tells a person who waits what is being measured: one line that changes on a terminal; elsewhere one line a contest, and one every ten seconds
 * of a contest that takes long.
 */
public final class Progress {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintStream out;
    private final boolean terminal;
    private final Clock clock;
    private final long start;
    private String title = "";
    private long nextLine;

    Progress(PrintStream out, boolean terminal, Clock clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.start = clock.nanoTime();
    }

    /** Begins with something that may take a while. */
    public void begin(String title) {
        this.title = title;
        if (!terminal) {
            out.println("measuring " + title + ", " + seconds());
            nextLine = clock.deadlineAfter(EVERY);
        }
    }

    /** Tells what of it is being done. */
    public void step(String what) {
        if (terminal) {
            out.print("\r\033[K" + title + ": " + what + ", " + seconds());
            out.flush();
        } else if (clock.nanoTime() >= nextLine) {
            out.println("  " + what + ", " + seconds());
            nextLine = clock.deadlineAfter(EVERY);
        }
    }

    /** Ends with it. */
    public void end() {
        if (terminal) {
            out.print("\r\033[K");
            out.flush();
        }
    }

    /** {@return how long the benchmark has been running} */
    Duration elapsed() {
        return Duration.ofNanos(clock.nanoTime() - start);
    }

    private String seconds() {
        return elapsed().toSeconds() + " s";
    }
}
