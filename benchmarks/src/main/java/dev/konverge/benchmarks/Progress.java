package dev.konverge.benchmarks;

import dev.konverge.base.Clock;
import java.io.PrintStream;
import java.time.Duration;

/** Tells a person who waits what is being measured: one line that changes on a terminal, one line a contest elsewhere. */
public final class Progress {
    private final PrintStream out;
    private final boolean terminal;
    private final Clock clock;
    private final long start;
    private String title = "";

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
        }
    }

    /** Tells what of it is being done. */
    public void step(String what) {
        if (terminal) {
            out.print("\r\033[K" + title + ": " + what + ", " + seconds());
            out.flush();
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
