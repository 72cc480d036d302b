package dev.konverge.apiserver.cel;

import dev.cel.common.types.CelKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills values into a text: {@code "%s has %d".format([name, count])}. */
final class Formatting {
    private static final int PRECISION = 6;
    private static final String RAISED = "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
    private static final Pattern CLAUSE = Pattern.compile("%(?:\\.\\d*)?(.)");

    private final String pattern;
    private final List<?> values;
    private final StringBuilder out = new StringBuilder();
    private int place;
    private int next;

    private Formatting(String pattern, List<?> values) {
        this.pattern = pattern;
        this.values = values;
    }

    static String formatted(String pattern, List<?> values) {
        return new Formatting(pattern, values).run();
    }

    private String run() {
        while (place < pattern.length()) {
            char c = pattern.charAt(place);
            if (c != '%') {
                out.append(c);
                place++;
            } else if (pattern.startsWith("%%", place)) {
                out.append('%');
                place += 2;
            } else {
                place++;
                clause();
            }
        }
        return out.toString();
    }

    private void clause() {
        if (next >= values.size()) {
            throw new CelFailure("index " + next + " out of range");
        }
        if (place >= pattern.length()) {
            throw new CelFailure("unexpected end of string");
        }
        Object value = values.get(next++);
        int precision = precision();
        if (place >= pattern.length()) {
            throw new CelFailure("could not parse formatting clause: unexpected end of string");
        }
        char kind = pattern.charAt(place++);
        out.append(
                switch (kind) {
                    case 's' -> text(value);
                    case 'd' -> decimal(value);
                    case 'f' -> fixed(value, precision);
                    case 'e' -> scientific(value);
                    case 'b' -> binary(value);
                    case 'x' -> hex(value);
                    case 'X' -> hex(value).toUpperCase(Locale.ROOT);
                    case 'o' -> octal(value);
                    default ->
                        throw new CelFailure(
                                "could not parse formatting clause: unrecognized formatting clause \"" + kind + "\"");
                });
    }

    private int precision() {
        if (pattern.charAt(place) != '.') {
            return PRECISION;
        }
        int start = ++place;
        while (place < pattern.length() && Character.isDigit(pattern.charAt(place))) {
            place++;
        }
        return place == start || place - start > 3 ? 0 : Integer.parseInt(pattern.substring(start, place));
    }

    private static CelFailure unfit(char clause, Object value) {
        return new CelFailure("error during formatting: " + complaint(clause) + ", was given "
                + TypeName.of(value).name());
    }

    /** {@return the letters of the clauses of a pattern in their order} */
    static char[] clauses(String pattern) {
        StringBuilder letters = new StringBuilder();
        Matcher matcher = CLAUSE.matcher(pattern.replace("%%", ""));
        while (matcher.find()) {
            letters.append(matcher.group(1));
        }
        return letters.toString().toCharArray();
    }

    /** {@return whether a pattern ends where a clause begins} */
    static boolean endsOpen(String pattern) {
        return pattern.replace("%%", "").endsWith("%");
    }

    /** {@return whether a clause can show values of a kind} */
    static boolean takes(char clause, CelKind kind) {
        boolean whole = kind == CelKind.INT || kind == CelKind.UINT;
        return kind == CelKind.DYN
                || kind == CelKind.ANY
                || kind == CelKind.TYPE_PARAM
                || switch (clause) {
                    case 's' -> kind != CelKind.STRUCT && kind != CelKind.OPAQUE;
                    case 'd', 'o' -> whole;
                    case 'f', 'e' -> whole || kind == CelKind.DOUBLE || kind == CelKind.STRING;
                    case 'b' -> whole || kind == CelKind.BOOL;
                    case 'x', 'X' -> whole || kind == CelKind.STRING || kind == CelKind.BYTES;
                    default -> true;
                };
    }

    /** {@return what is said of a value that a clause cannot show} */
    static String complaint(char clause) {
        return switch (clause) {
            case 'd' -> "decimal clause can only be used on integers";
            case 'f' -> "fixed-point clause can only be used on doubles";
            case 'e' -> "scientific clause can only be used on doubles";
            case 'b' -> "only integers and bools can be formatted as binary";
            case 'x', 'X' -> "only integers, byte buffers, and strings can be formatted as hex";
            case 'o' -> "octal clause can only be used on integers";
            default ->
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and"
                        + " timestamps";
        };
    }

    private static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case List<?> list -> list(list);
            case MapValue map -> map(map);
            case Double number -> doubleText(number);
            case Long ignored -> Texts.plain(value);
            case Uint ignored -> Texts.plain(value);
            case Boolean ignored -> Texts.plain(value);
            case Bytes ignored -> Texts.plain(value);
            case Nothing ignored -> "null";
            case TypeName ignored -> Texts.plain(value);
            case Duration ignored -> Texts.plain(value);
            case Instant ignored -> Texts.plain(value);
            default -> throw unfit('s', value);
        };
    }

    private static String doubleText(double number) {
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
        }
        return Texts.number(number);
    }

    /** Inside of lists and maps values look as an expression would write them. */
    private static String inner(Object value) {
        return switch (value) {
            case String text -> "\"" + text + "\"";
            case Bytes bytes -> "b\"" + Texts.plain(bytes) + "\"";
            case Instant moment -> "timestamp(\"" + Texts.moment(moment) + "\")";
            case Duration span -> "duration(\"" + Texts.span(span) + "\")";
            case Double number -> fixed(number, PRECISION);
            default -> text(value);
        };
    }

    private static String list(List<?> list) {
        List<String> parts = new ArrayList<>();
        list.forEach(element -> parts.add(inner(element)));
        return "[" + String.join(", ", parts) + "]";
    }

    private static String map(MapValue map) {
        Map<String, String> sorted = new TreeMap<>();
        map.keys().forEach(key -> sorted.put(inner(key), inner(map.get(key))));
        List<String> parts = new ArrayList<>();
        sorted.forEach((key, value) -> parts.add(key + ":" + value));
        return "{" + String.join(", ", parts) + "}";
    }

    private static String decimal(Object value) {
        if (value instanceof Long || value instanceof Uint) {
            return value.toString();
        }
        throw unfit('d', value);
    }

    private static String fixed(Object value, int precision) {
        if (!Equality.isNumber(value)) {
            throw unfit('f', value);
        }
        double number = asDouble(value);
        return Double.isFinite(number)
                ? new BigDecimal(number)
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : doubleText(number);
    }

    private static Double asDouble(Object value) {
        return switch (value) {
            case Long whole -> (double) whole;
            case Uint unsigned -> unsigned.value().doubleValue();
            case Double number -> number;
            default -> throw unfit('f', value);
        };
    }

    private static String scientific(Object value) {
        if (!Equality.isNumber(value)) {
            throw unfit('e', value);
        }
        double number = asDouble(value);
        if (!Double.isFinite(number)) {
            return doubleText(number);
        }
        String text = String.format(Locale.ROOT, "%." + PRECISION + "e", number);
        int e = text.indexOf('e');
        StringBuilder power = new StringBuilder();
        text.substring(e + 1)
                .chars()
                .filter(c -> c != '+')
                .forEach(c -> power.append(RAISED.charAt("-0123456789".indexOf(c))));
        return text.substring(0, e) + "\u00d710" + power;
    }

    private static String binary(Object value) {
        return switch (value) {
            case Long whole -> whole < 0 ? "-" + Long.toBinaryString(-whole) : Long.toBinaryString(whole);
            case Uint unsigned -> Long.toBinaryString(unsigned.bits());
            case Boolean flag -> flag ? "1" : "0";
            default -> throw unfit('b', value);
        };
    }

    private static String hex(Object value) {
        return switch (value) {
            case Long whole -> whole < 0 ? "-" + Long.toHexString(-whole) : Long.toHexString(whole);
            case Uint unsigned -> Long.toHexString(unsigned.bits());
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case Bytes bytes -> HexFormat.of().formatHex(bytes.toArray());
            default -> throw unfit('x', value);
        };
    }

    private static String octal(Object value) {
        return switch (value) {
            case Long whole -> whole < 0 ? "-" + Long.toOctalString(-whole) : Long.toOctalString(whole);
            case Uint unsigned -> Long.toOctalString(unsigned.bits());
            default -> throw unfit('o', value);
        };
    }
}
