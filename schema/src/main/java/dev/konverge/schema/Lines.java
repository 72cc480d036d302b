package dev.konverge.schema;

import java.util.List;

/** A place in the lines of a schema file, moving on as they are taken. */
final class Lines {
    private final String text;
    private int at;
    private int number;

    Lines(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return at == text.length();
    }

    /** {@return the number of the line taken last, from 1; 0 before the first} */
    int number() {
        return number;
    }

    /** {@return whether there is a next line and it belongs to what is being read} */
    boolean nextIsIndented() {
        return !atEnd() && text.charAt(at) == ' ';
    }

    /** Takes a line; {@return its words, the first one empty if the line is blank or indented} */
    List<String> take() {
        number++;
        int end = text.indexOf('\n', at);
        int next = end + 1;
        if (end < 0) {
            end = text.length();
            next = end;
        }
        String line = text.substring(at, end > at && text.charAt(end - 1) == '\r' ? end - 1 : end);
        at = next;
        List<String> words = Words.split(line, ' ');
        if (words.lastIndexOf("") > 0) {
            throw new IllegalArgumentException("a space too many");
        }
        return words;
    }
}
