package dev.konverge.apiserver.negotiate;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Bytes in a text as Go reads them: line breaks count for nothing, padding must be there, and what is wrong is said in Go's words.
 */
public final class GoBase64 {
    private static final int QUANTUM = 4;

    private GoBase64() {}

    /**
     * {@return the bytes in a text}
     *
     * @throws IllegalArgumentException if there are none; its message is Go's
     */
    public static byte[] decode(String text) {
        byte[] coded = text.getBytes(StandardCharsets.UTF_8);
        int corrupt = firstCorrupt(coded);
        if (corrupt >= 0) {
            throw new IllegalArgumentException("illegal base64 data at input byte " + corrupt);
        }
        return Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
    }

    /** {@return where Go stops, or -1 if it does not} A last quantum that is not filled is told by its start. */
    private static int firstCorrupt(byte[] coded) {
        int filled = 0;
        for (int at = skipBreaks(coded, 0); at < coded.length; at = skipBreaks(coded, at + 1)) {
            byte c = coded[at];
            if (c == '=' && filled >= 2) {
                return firstCorruptBehind(coded, at, filled);
            }
            if (!isDigit(c)) {
                return at;
            }
            filled = (filled + 1) % QUANTUM;
        }
        return filled == 0 ? -1 : coded.length - filled;
    }

    /** {@return the same from the first sign of padding on} */
    private static int firstCorruptBehind(byte[] coded, int padding, int filled) {
        int at = skipBreaks(coded, padding + 1);
        if (filled == 2) {
            if (at == coded.length) {
                return at;
            }
            if (coded[at] != '=') {
                return at - 1;
            }
            at = skipBreaks(coded, at + 1);
        }
        return at < coded.length ? at : -1;
    }

    private static int skipBreaks(byte[] coded, int from) {
        int at = from;
        while (at < coded.length && (coded[at] == '\n' || coded[at] == '\r')) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
