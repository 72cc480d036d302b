package dev.konverge.model.codec;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Finds the path of a byte in a document, for error messages. It reads the document again from the start, so that
 * decoding itself need not keep track.
 */
final class JsonPath {
    private static final int LONGEST_NAME = 64;

    private JsonPath() {}

    /** One level: the name of the current field, or in a list the index of the current element. */
    private static final class Level {
        private final boolean list;
        private int index;
        private String name = "";
        private boolean expectsName;

        Level(boolean list) {
            this.list = list;
            this.expectsName = !list;
        }
    }

    static String locate(String root, byte[] buffer, int from, int offset) {
        Deque<Level> levels = new ArrayDeque<>();
        int p = from;
        while (p < offset) {
            switch (buffer[p]) {
                case '{' -> levels.push(new Level(false));
                case '[' -> levels.push(new Level(true));
                case '}', ']' -> levels.poll();
                case ',' -> next(levels.peek());
                case '"' -> {
                    int end = closingQuote(buffer, p + 1, offset);
                    name(levels.peek(), buffer, p + 1, end);
                    p = end;
                }
                default -> {}
            }
            p++;
        }
        return root + text(levels);
    }

    private static void next(@org.jspecify.annotations.Nullable Level level) {
        if (level != null) {
            level.index++;
            level.expectsName = !level.list;
            level.name = "";
        }
    }

    private static void name(@org.jspecify.annotations.Nullable Level level, byte[] buffer, int from, int to) {
        if (level != null && level.expectsName) {
            int end = Math.min(to, from + LONGEST_NAME);
            level.name = new String(buffer, from, end - from, java.nio.charset.StandardCharsets.UTF_8);
            level.expectsName = false;
        }
    }

    private static int closingQuote(byte[] buffer, int from, int to) {
        int p = from;
        while (p < to && buffer[p] != '"') {
            p += buffer[p] == '\\' ? 2 : 1;
        }
        return Math.min(p, to);
    }

    private static String text(Deque<Level> levels) {
        StringBuilder text = new StringBuilder();
        for (Iterator<Level> i = levels.descendingIterator(); i.hasNext(); ) {
            Level level = i.next();
            if (level.list) {
                text.append('[').append(level.index).append(']');
            } else if (!level.name.isEmpty()) {
                text.append(isPlain(level.name) ? "." + level.name : "['" + level.name + "']");
            }
        }
        return text.toString();
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '$');
    }
}
