package dev.konverge.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The lexical level of the schema file: words on a line, lists in a word, quoted values, names of constants. */
final class Words {
    private Words() {}

    /** {@return the parts of {@code text} between separators that are not inside a JSON string} */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int end = endOfPart(text, separator, start);
        while (end < text.length()) {
            parts.add(text.substring(start, end));
            start = end + 1;
            end = endOfPart(text, separator, start);
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static int endOfPart(String text, char separator, int start) {
        int end = text.indexOf(separator, start);
        end = end < 0 ? text.length() : end;
        int quote = text.indexOf('"', start);
        // Quotes are rare, and looking for them is quicker than looking at each character.
        return quote < 0 || quote > end ? end : endOfQuotedPart(text, separator, quote);
    }

    private static int endOfQuotedPart(String text, char separator, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                return i;
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        return text.length();
    }

    /** {@return {@code value} as it stands in a list of values} */
    static String quoteIfNeeded(String value) {
        boolean plain = !value.isEmpty()
                && value.chars().allMatch(c -> c > ' ' && c != ',' && c != '"' && c != '\\' && c != 0x7f);
        return plain ? value : quote(value);
    }

    private static String quote(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /** {@return the value that {@link #quoteIfNeeded} wrote} */
    static String unquote(String text) {
        if (!text.startsWith("\"")) {
            if (text.isEmpty() || text.indexOf('"') >= 0) {
                throw new IllegalArgumentException("bad value '" + text + "'");
            }
            return text;
        }
        StringBuilder out = new StringBuilder();
        int at = 1;
        while (at < text.length() - 1 && text.charAt(at) != '"') {
            at = unescape(text, at, out);
        }
        if (at != text.length() - 1 || text.charAt(at) != '"') {
            throw new IllegalArgumentException("bad value '" + text + "'");
        }
        return out.toString();
    }

    /** Adds the character at {@code at}, which may be an escape, to {@code out}; {@return where the next one starts} */
    private static int unescape(String text, int at, StringBuilder out) {
        char c = text.charAt(at);
        if (c != '\\') {
            out.append(c);
            return at + 1;
        }
        char escaped = text.charAt(at + 1);
        if (escaped == '"' || escaped == '\\') {
            out.append(escaped);
            return at + 2;
        }
        if (escaped == 'u' && at + 6 < text.length()) {
            try {
                out.append((char) Integer.parseUnsignedInt(text, at + 2, at + 6, 16));
                return at + 6;
            } catch (NumberFormatException e) {
                // Said below, like every other escape that is none.
            }
        }
        throw new IllegalArgumentException("bad escape in " + text);
    }

    /** {@return how a constant is spelled in the file: {@code ListType.ATOMIC} as {@code atomic}} */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return the constants by how they are spelled} */
    static <E extends Enum<E>> Map<String, E> constants(E[] values) {
        Map<String, E> constants = new HashMap<>();
        for (E value : values) {
            constants.put(of(value), value);
        }
        return constants;
    }
}
