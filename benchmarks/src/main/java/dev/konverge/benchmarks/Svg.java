package dev.konverge.benchmarks;

import java.util.List;
import java.util.Locale;

/** A drawing that grows from top to bottom. Used by one thread. */
public final class Svg {
    private static final List<String> COLOURS = List.of(
            "#1f6feb", "#d1602a", "#2f8f4e", "#8a4fbf", "#b8860b", "#c2335a", "#3a8a99", "#6b6b6b", "#7a5230",
            "#a0a02c");

    private final StringBuilder shapes = new StringBuilder();
    private final int width;
    private final int height;

    /** An empty drawing of that size, white. */
    public Svg(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** {@return the colour of the one with that number; they begin again when there are no more} */
    public static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    /** Draws a straight line. */
    public void line(double fromX, double fromY, double toX, double toY, String colour, double thickness) {
        add(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                fromX,
                fromY,
                toX,
                toY,
                colour,
                thickness));
    }

    /** Draws a filled rectangle. */
    public void box(double x, double y, double boxWidth, double boxHeight, String colour) {
        add(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                x,
                y,
                Math.max(0.5, boxWidth),
                boxHeight,
                colour));
    }

    /** Draws a dot. */
    public void dot(double x, double y, String colour) {
        add(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, colour));
    }

    /** Where a text stands beside its place. */
    public enum Anchor {
        /** It begins there. */
        START,
        /** It is centred there. */
        MIDDLE,
        /** It ends there. */
        END
    }

    /** Writes a text; {@code y} is its base line. */
    public void text(double x, double y, Anchor anchor, String colour, String text) {
        add(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
                x,
                y,
                anchor.name().toLowerCase(Locale.ROOT),
                colour,
                escaped(text)));
    }

    private void add(String shape) {
        shapes.append(shape).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** {@return the file} */
    @Override
    public String toString() {
        String head = String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n",
                width,
                height,
                width,
                height,
                width,
                height);
        return head + shapes + "</svg>\n";
    }
}
