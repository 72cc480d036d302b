package dev.konverge.model.codec;

/** Resolves the escapes of a JSON string. */
final class Escapes {
    private Escapes() {}

    /**
     * {@return the text with its escapes resolved}
     *
     * @throws IllegalArgumentException if an escape is malformed or stands for half a character
     */
    static String resolve(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char kind = text.charAt(i++);
            switch (kind) {
                case '"', '\\', '/' -> out.append(kind);
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'u' -> i = unicode(text, i, out);
                default -> throw new IllegalArgumentException("unknown escape in a string");
            }
        }
        return out.toString();
    }

    private static int unicode(String text, int from, StringBuilder out) {
        char unit = unit(text, from);
        out.append(unit);
        if (!Character.isSurrogate(unit)) {
            return from + 4;
        }
        boolean paired = Character.isHighSurrogate(unit) && text.startsWith("\\u", from + 4);
        char second = paired ? unit(text, from + 6) : 0;
        if (!Character.isLowSurrogate(second)) {
            throw new IllegalArgumentException("lone surrogate in a string");
        }
        out.append(second);
        return from + 10;
    }

    private static char unit(String text, int from) {
        if (from + 4 > text.length()) {
            throw new IllegalArgumentException("malformed \\u escape in a string");
        }
        int unit = 0;
        for (int i = from; i < from + 4; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw new IllegalArgumentException("malformed \\u escape in a string");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }
}
