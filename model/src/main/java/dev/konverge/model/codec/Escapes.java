package dev.konverge.model.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks and resolves the escapes of a JSON string. */
final class Escapes {
    private Escapes() {}

    /**
     * Goes through a text with escapes, in UTF-8 that was checked before.
     *
     * @param out takes the text with its escapes resolved, or null to check only
     * @throws IllegalArgumentException if an escape is malformed or stands for half a character
     */
    static void scan(byte[] text, int from, int to, @Nullable StringBuilder out) {
        int plain = from;
        int i = from;
        while (i < to) {
            if (text[i] != '\\') {
                i++;
                continue;
            }
            if (out != null) {
                out.append(new String(text, plain, i - plain, StandardCharsets.UTF_8));
            }
            i = escape(text, i + 1, to, out);
            plain = i;
        }
        if (out != null) {
            out.append(new String(text, plain, to - plain, StandardCharsets.UTF_8));
        }
    }

    /** Takes one escape behind its backslash. {@return where it ends} */
    private static int escape(byte[] text, int at, int to, @Nullable StringBuilder out) {
        char meaning = switch (text[at]) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit(text, at + 1, to);
            default -> throw new IllegalArgumentException("unknown escape in a string");
        };
        append(out, meaning);
        if (text[at] != 'u') {
            return at + 1;
        }
        return Character.isSurrogate(meaning) ? second(text, at + 5, to, meaning, out) : at + 5;
    }

    /** Takes the second half of a character that needs two escapes. */
    private static int second(byte[] text, int at, int to, char first, @Nullable StringBuilder out) {
        boolean follows = at + 1 < to && text[at] == '\\' && text[at + 1] == 'u';
        char second = follows ? unit(text, at + 2, to) : 0;
        if (!Character.isSurrogatePair(first, second)) {
            throw new IllegalArgumentException("lone surrogate in a string");
        }
        append(out, second);
        return at + 6;
    }

    private static void append(@Nullable StringBuilder out, char c) {
        if (out != null) {
            out.append(c);
        }
    }

    private static char unit(byte[] text, int from, int to) {
        int unit = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < to && text[i] > 0 ? Character.digit(text[i], 16) : -1;
            if (digit < 0) {
                throw new IllegalArgumentException("malformed \\u escape in a string");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }
}
