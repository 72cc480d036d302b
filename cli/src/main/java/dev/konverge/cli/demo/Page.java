package dev.konverge.cli.demo;

import dev.konverge.base.Clock;
import java.io.PrintWriter;
import java.util.Locale;

/** A story on a terminal: chapters, and lines with their time. Not safe for use by several threads. */
final class Page {
    private static final double NANOS_A_SECOND = 1e9;
    private static final int BAR_WIDTH = 40;

    private final PrintWriter out;
    private final Clock clock;
    private final boolean terminal;

    private long chapterBegin;

    private int chapters;

    private boolean barShown;

    /**
     * An empty page.
     *
     * @param terminal whether colours are seen, and a line can be written over
     */
    Page(PrintWriter out, Clock clock, boolean terminal) {
        this.out = out;
        this.clock = clock;
        this.terminal = terminal;
    }

    void say(String line) {
        println(line);
    }

    void chapter(String title) {
        chapters++;
        chapterBegin = clock.nanoTime();
        println("");
        println(bold(chapters + ". " + title));
    }

    /** Tells what happened to an object. */
    void event(String kind, String name, String what) {
        println(String.format(Locale.ROOT, "   %6.2f s  %-11s %-30s %s", seconds(), kind, shorten(name), what));
    }

    /** Tells that a chapter has come to a good end. */
    void done(String what) {
        println("   " + green("✔") + String.format(Locale.ROOT, " %s, after %.2f s", what, seconds()));
    }

    /** Shows how far something is. */
    void progress(String what, int done, int all) {
        int filled = all == 0 ? BAR_WIDTH : BAR_WIDTH * done / all;
        String bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
        String line = String.format(Locale.ROOT, "   %s %s %,d of %,d, %.1f s", what, bar, done, all, seconds());
        if (terminal) {
            out.print("\r" + line);
            barShown = true;
        } else {
            out.println(line);
        }
        out.flush();
    }

    private static String shorten(String name) {
        return name.length() <= 30 ? name : name.substring(0, 14) + "…" + name.substring(name.length() - 15);
    }

    private double seconds() {
        return (clock.nanoTime() - chapterBegin) / NANOS_A_SECOND;
    }

    private void println(String line) {
        if (barShown) {
            out.println();
            barShown = false;
        }
        out.println(line);
        out.flush();
    }

    private String bold(String text) {
        return terminal ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    private String green(String text) {
        return terminal ? "\u001b[32m" + text + "\u001b[0m" : text;
    }
}
