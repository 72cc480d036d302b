package dev.konverge.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;

/** A story as text: chapters, and lines with their time. Not safe for use by several threads. */
final class Page {
    private static final double NANOS_A_SECOND = 1e9;
    private static final int BAR_WIDTH = 40;

    /** Where what happened begins in the line of an event, after time, kind and name; and where the name does. */
    private static final int WHAT_COLUMN = 56;

    private static final int NAME_COLUMN = 25;

    /** Where a line cannot be written over, progress is told in so many steps. */
    private static final int STEPS = 10;

    /** A bar that is too long for a narrow terminal is cut off: broken over two lines it could not be written over. */
    private static final String OVER = "\r\u001b[K\u001b[?7l";

    private static final String OVER_END = "\u001b[?7h";

    /**
     * Where it is read.
     *
     * @param live whether a line can be written over
     * @param colours whether colours are seen, and wanted
     * @param columns how long a line may be; {@link Integer#MAX_VALUE} where nothing would break it
     */
    record Medium(boolean live, boolean colours, int columns) {}

    private final PrintWriter out;
    private final Medium medium;

    private long chapterBegin;

    /** When the last event of this chapter was. */
    private long lastEvent;

    private int chapters;

    private boolean barShown;

    /** The last step of progress that was told, in this chapter. */
    private int lastStep;

    /** An empty page. */
    Page(PrintWriter out, Medium medium) {
        this.out = out;
        this.medium = medium;
    }

    void say(String line) {
        Wrapping.linesOf(line, 0, medium.columns()).forEach(this::println);
    }

    /** Shows something to be copied: whatever its length, it stays one line. */
    void show(String line) {
        println(line);
    }

    void chapter(String title, long now) {
        chapters++;
        chapterBegin = now;
        lastEvent = now;
        lastStep = -1;
        println("");
        Wrapping.linesOf(chapters + ". " + title, 3, medium.columns()).forEach(line -> println(styled("1", line)));
    }

    /** Tells what happened to an object. Time does not go back: what is told after something was seen no earlier. */
    void event(String kind, String name, String what, long when) {
        lastEvent = Math.max(lastEvent, when);
        boolean hasOwnColumn = medium.columns() - WHAT_COLUMN >= Wrapping.LEAST_ROOM;
        String line = String.format(
                Locale.ROOT,
                hasOwnColumn ? "   %6.2f s  %-11s %-30s %s" : "   %6.2f s  %-11s %s %s",
                secondsAt(lastEvent),
                kind,
                shorten(name),
                what);
        Wrapping.linesOf(line, hasOwnColumn ? WHAT_COLUMN : NAME_COLUMN, medium.columns())
                .forEach(this::println);
    }

    /** Tells that a chapter has come to a good end. */
    void done(String what, long when) {
        String line = String.format(Locale.ROOT, "   ✔ %s, after %.2f s", what, secondsAt(when));
        Wrapping.linesOf(line, 5, medium.columns()).forEach(part -> println(part.replace("✔", styled("32", "✔"))));
    }

    /** Shows how far something is. */
    void progress(String what, int done, int all, long when) {
        int filled = all == 0 ? BAR_WIDTH : BAR_WIDTH * done / all;
        String bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
        // The numbers come first: what a narrow terminal cuts off is the bar.
        String goal = String.format(Locale.ROOT, "%,d", all);
        String line = String.format(
                Locale.ROOT, "   %s %," + goal.length() + "d of %s %6.1f s %s", what, done, goal, secondsAt(when), bar);
        if (medium.live()) {
            out.print(OVER + line + OVER_END);
            out.flush();
            barShown = true;
            return;
        }
        int step = all == 0 ? STEPS : (int) ((long) STEPS * done / all);
        if (step > lastStep) {
            lastStep = step;
            println(line);
        }
    }

    /** Sees to it that whatever is written next, by whomever, begins on a line of its own. */
    void endLine() {
        if (barShown) {
            barShown = false;
            out.println();
            out.flush();
        }
    }

    private static String shorten(String name) {
        return name.length() <= 30 ? name : name.substring(0, 14) + "…" + name.substring(name.length() - 15);
    }

    private double secondsAt(long when) {
        return (when - chapterBegin) / NANOS_A_SECOND;
    }

    private void println(String line) {
        endLine();
        out.println(line);
        out.flush();
    }

    private String styled(String style, String text) {
        return medium.colours() ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
    }
}
