package dev.konverge.model;

/** The part of a wrong input that a message repeats: enough to find it, never more than a line. */
final class Excerpt {
    private static final int MAX_LENGTH = 80;

    private Excerpt() {}

    /** {@return the text in quotation marks, cut where it is long} */
    static String quoted(String text) {
        return text.length() <= MAX_LENGTH ? '"' + text + '"' : '"' + text.substring(0, MAX_LENGTH) + "…\"";
    }
}
