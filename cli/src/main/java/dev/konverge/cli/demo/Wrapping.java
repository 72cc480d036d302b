package dev.konverge.cli.demo;

import java.util.ArrayList;
import java.util.List;

/** Breaks lines between words, so that a narrow terminal does not break them within. Pure. */
final class Wrapping {
    /** Room for a few words. */
    static final int LEAST_ROOM = 24;

    private Wrapping() {}

    /**
     * {@return the lines of a text} A word that is longer than a line stays whole, so that it can be copied.
     *
     * @param text what begins with blanks keeps them
     * @param indent how many blanks the lines after the first begin with, as far as they leave {@link #LEAST_ROOM}
     * @param columns how long a line may be
     */
    static List<String> linesOf(String text, int indent, int columns) {
        String blanks = " ".repeat(Math.max(0, Math.min(indent, columns - LEAST_ROOM)));
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > columns) {
            int begin = rest.length() - rest.stripLeading().length();
            int end = rest.lastIndexOf(' ', columns);
            if (end <= begin) {
                end = rest.indexOf(' ', begin);
            }
            if (end < 0) {
                break;
            }
            lines.add(rest.substring(0, end).stripTrailing());
            rest = blanks + rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
