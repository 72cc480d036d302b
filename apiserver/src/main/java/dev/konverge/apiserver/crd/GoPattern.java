package dev.konverge.apiserver.crd;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions as Go understands them, for Java's engine: schemas are written for Go's. */
final class GoPattern {
    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("alnum", "\\p{Alnum}"),
            Map.entry("alpha", "\\p{Alpha}"),
            Map.entry("ascii", "\\p{ASCII}"),
            Map.entry("blank", "\\p{Blank}"),
            Map.entry("cntrl", "\\p{Cntrl}"),
            Map.entry("digit", "\\p{Digit}"),
            Map.entry("graph", "\\p{Graph}"),
            Map.entry("lower", "\\p{Lower}"),
            Map.entry("print", "\\p{Print}"),
            Map.entry("punct", "\\p{Punct}"),
            Map.entry("space", "\\p{Space}"),
            Map.entry("upper", "\\p{Upper}"),
            Map.entry("word", "\\w"),
            Map.entry("xdigit", "\\p{XDigit}"));

    private final String source;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private GoPattern(String source) {
        this.source = source;
    }

    /**
     * {@return the pattern}
     *
     * @throws PatternSyntaxException if it is not one
     */
    static Pattern compile(String source) {
        return Pattern.compile(new GoPattern(source).translate(), Pattern.UNIX_LINES);
    }

    private String translate() {
        boolean multiline = source.matches("(?s).*\\(\\?[a-zA-Z]*m.*");
        while (at < source.length()) {
            char c = source.charAt(at);
            requireRegular();
            if (c == '\\') {
                copy(2);
            } else if (c == '[') {
                characterClass();
            } else if (c == '$' && !multiline) {
                // Java's $ also matches before a line break at the end of the text.
                out.append("\\z");
                at++;
            } else if (source.startsWith("(?P<", at)) {
                out.append("(?<");
                at += 4;
            } else {
                copy(1);
            }
        }
        return out.toString();
    }

    /** {@return what Go says of a pattern that Java does not take} */
    static String complaint(PatternSyntaxException malformed) {
        String description = malformed.getDescription();
        String all = quoted(malformed.getPattern());
        return switch (description) {
            case "Unclosed group" -> "missing closing ): " + all;
            case "Unmatched closing ')'" -> "unexpected ): " + all;
            default ->
                description.startsWith("Dangling meta character")
                        ? "missing argument to repetition operator: "
                                + quoted(description.replaceAll(".*'(.)'.*", "$1"))
                        : description;
        };
    }

    private static String quoted(String pattern) {
        return '`' + pattern + '`';
    }

    /** Go can neither look around nor refer back, and so finds what it looks for in time. */
    private void requireRegular() {
        if (source.startsWith("\\", at)
                && at + 1 < source.length()
                && "123456789".indexOf(source.charAt(at + 1)) >= 0) {
            throw new PatternSyntaxException(
                    "invalid escape sequence: " + quoted(source.substring(at, at + 2)), source, at);
        }
        if (source.startsWith("(?", at) && at + 2 < source.length() && "=!>".indexOf(source.charAt(at + 2)) >= 0) {
            throw new PatternSyntaxException(
                    "invalid or unsupported Perl syntax: " + quoted(source.substring(at, at + 3)), source, at);
        }
        if (source.startsWith("(?<=", at) || source.startsWith("(?<!", at)) {
            throw new PatternSyntaxException("invalid or unsupported Perl syntax: " + quoted("(?<"), source, at);
        }
    }

    /** In Go a bracket or an ampersand inside of a class stands for itself. */
    private void characterClass() {
        int start = at;
        copy(1);
        if (at < source.length() && source.charAt(at) == '^') {
            copy(1);
        }
        boolean first = true;
        while (at < source.length() && (first || source.charAt(at) != ']')) {
            char c = source.charAt(at);
            if (c == '\\') {
                copy(2);
            } else if (source.startsWith("[:", at) && source.indexOf(":]", at) > 0) {
                namedClass();
            } else if (c == '[' || c == ']' || c == '&') {
                out.append('\\');
                copy(1);
            } else {
                copy(1);
            }
            first = false;
        }
        if (at >= source.length()) {
            throw new PatternSyntaxException("missing closing ]: " + quoted(source.substring(start)), source, start);
        }
        copy(1);
    }

    private void namedClass() {
        int end = source.indexOf(":]", at);
        String name = source.substring(at + 2, end);
        boolean negated = name.startsWith("^");
        String translated = CLASSES.get(negated ? name.substring(1) : name);
        if (translated == null) {
            throw new PatternSyntaxException("invalid character class range", source, at);
        }
        out.append(negated ? translated.replace("\\p", "\\P").replace("\\w", "\\W") : translated);
        at = end + 2;
    }

    private void copy(int count) {
        int end = Math.min(source.length(), at + count);
        out.append(source, at, end);
        at = end;
    }
}
