package dev.konverge.benchmarks;

import dev.konverge.base.Clock;
import java.io.PrintStream;

/** Tells a person who waits what is being measured: one line that changes on a terminal, one line a contest elsewhere. */
public final class Progress {
    private final PrintStream out;
    private final boolean terminal;
    private final Clock clock;
    private String title = "";

    Progress(PrintStream out, boolean terminal, Clock clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
    }

    void begin(String title) {
        this.title = title;
        if (!terminal) {
            out.println("measuring " + title + ", " + seconds());
        }
    }

    void step(String what) {
        if (terminal) {
            out.print("\r\033[K" + title + ": " + what + ", " + seconds());
            out.flush();
        }
    }

    void end() {
        if (terminal) {
            out.print("\r\033[K");
            out.flush();
        }
    }

    private String seconds() {
        return clock.nanoTime() / 1_000_000_000 + " s";
    }
}
