package dev.konverge.apiserver.failure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text forms of Go, in which many messages of Kubernetes show values. */
public final class GoText {
    private GoText() {}

    /** {@return the text in double quotes, escaped as Go's {@code %q} does} */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> escape(c, out));
        return out.append('"').toString();
    }

    /** {@return a list of texts as Go's {@code %#v} shows it: {@code []string{"a", "b"}}} */
    public static String strings(List<String> texts) {
        return texts.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
    }

    /** {@return a list of texts as Go's {@code %q} shows it: {@code ["a" "b"]}} */
    public static String quoted(List<String> texts) {
        return texts.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
    }

    /** {@return a number as Go's {@code %v} shows it} */
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e21) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        String text = Double.toString(value);
        int exponent = text.indexOf('E');
        if (exponent < 0) {
            return text;
        }
        int power = Integer.parseInt(text.substring(exponent + 1));
        if (power >= -4 && power < 21) {
            return new java.math.BigDecimal(value)
                    .round(new java.math.MathContext(17))
                    .toPlainString();
        }
        String digits = text.substring(0, exponent);
        digits = digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits;
        return digits + 'e' + (power < 0 ? '-' : '+') + (Math.abs(power) < 10 ? "0" : "") + Math.abs(power);
    }

    private static void escape(int c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case 0x0b -> out.append("\\v");
            default -> {
                if (c < 0x20 || c == 0x7f) {
                    out.append(String.format(Locale.ROOT, "\\x%02x", c));
                } else if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append(String.format(Locale.ROOT, c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
