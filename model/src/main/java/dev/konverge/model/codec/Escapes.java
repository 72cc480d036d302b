package dev.konverge.model.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks and resolves the escapes of a JSON string. */
final class Escapes {
    private Escapes() {}

    /**
     * Goes through a text with escapes, in UTF-8 that was checked before.
     *
     * @param out takes the text in UTF-8 with its escapes resolved, which never takes more bytes; or null to check only
     * @return how many bytes the text has then
     * @throws IllegalArgumentException if an escape is malformed or stands for half a character
     */
    static int scan(byte[] text, int from, int to, byte @Nullable [] out) {
        int n = 0;
        int i = from;
        while (i < to) {
            int plain = i;
            while (i < to && text[i] != '\\') {
                i++;
            }
            if (out != null) {
                System.arraycopy(text, plain, out, n, i - plain);
            }
            n += i - plain;
            if (i < to) {
                int meaning = meaning(text, i + 1, to);
                n = append(out, n, meaning);
                i += text[i + 1] != 'u' ? 2 : Character.isBmpCodePoint(meaning) ? 6 : 12;
            }
        }
        return n;
    }

    /** {@return the character that an escape, or two, stand for} */
    private static int meaning(byte[] text, int at, int to) {
        return switch (text[at]) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> character(text, at + 1, to);
            default -> throw new IllegalArgumentException("unknown escape in a string");
        };
    }

    private static int character(byte[] text, int at, int to) {
        char first = unit(text, at, to);
        if (!Character.isSurrogate(first)) {
            return first;
        }
        boolean follows = at + 5 < to && text[at + 4] == '\\' && text[at + 5] == 'u';
        char second = follows ? unit(text, at + 6, to) : 0;
        if (!Character.isSurrogatePair(first, second)) {
            throw new IllegalArgumentException("lone surrogate in a string");
        }
        return Character.toCodePoint(first, second);
    }

    /** Appends a character in UTF-8. {@return where the next one goes} */
    private static int append(byte @Nullable [] out, int at, int character) {
        if (character < 0x80) {
            if (out != null) {
                out[at] = (byte) character;
            }
            return at + 1;
        }
        byte[] bytes = Character.toString(character).getBytes(StandardCharsets.UTF_8);
        if (out != null) {
            System.arraycopy(bytes, 0, out, at, bytes.length);
        }
        return at + bytes.length;
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
