package dev.konverge.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the text form of a {@link Selector}.
 *
 * <pre>
 * selector    = [ requirement { "," requirement } ]
 * requirement = [ "!" ] key | key ( "=" | "==" | "!=" ) [ value ] | key ( ">" | "<" ) number
 *             | key ( "in" | "notin" ) "(" [ value ] { "," [ value ] } ")"
 * </pre>
 *
 * White space separates and is otherwise ignored. {@code in} and {@code notin} are operators only where an operator
 * stands; elsewhere they are names like any other.
 */
final class SelectorParser {
    private static final String SPECIAL = "=!(),><";
    private static final String BLANK = " \t\r\n";
    private static final String END = "";

    private final List<String> tokens;
    private int position;

    SelectorParser(String text) {
        tokens = tokens(text);
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (BLANK.indexOf(text.charAt(at)) >= 0) {
                at++;
                continue;
            }
            int end = tokenEnd(text, at);
            tokens.add(text.substring(at, end));
            at = end;
        }
        tokens.add(END);
        return tokens;
    }

    private static int tokenEnd(String text, int from) {
        if (text.startsWith("==", from) || text.startsWith("!=", from)) {
            return from + 2;
        }
        if (SPECIAL.indexOf(text.charAt(from)) >= 0) {
            return from + 1;
        }
        int end = from;
        while (end < text.length() && SPECIAL.indexOf(text.charAt(end)) < 0 && BLANK.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        if (peek().equals(END)) {
            return requirements;
        }
        if (!startsRequirement(peek())) {
            throw found(peek(), "!, identifier, or 'end of string'");
        }
        while (true) {
            requirements.add(checkedRequirement());
            String separator = next();
            if (separator.equals(END)) {
                return requirements;
            }
            if (!separator.equals(",")) {
                throw found(separator, "',' or 'end of string'");
            }
            if (!startsRequirement(peek())) {
                throw found(peek(), "identifier after ','");
            }
        }
    }

    private static boolean startsRequirement(String token) {
        return token.equals("!") || isName(token);
    }

    private Requirement checkedRequirement() {
        try {
            return requirement();
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("unable to parse requirement: " + wrong.getMessage(), wrong);
        }
    }

    private Requirement requirement() {
        if (peek().equals("!")) {
            next();
            return new Requirement.DoesNotExist(key());
        }
        String key = key();
        if (endsRequirement(peek())) {
            return new Requirement.Exists(key);
        }
        String operator = next();
        return switch (operator) {
            case "=", "==" -> new Requirement.Equals(key, value());
            case "!=" -> new Requirement.NotEquals(key, value());
            case "in" -> new Requirement.In(key, values());
            case "notin" -> new Requirement.NotIn(key, values());
            case ">" -> new Requirement.GreaterThan(key, number(key, value()));
            case "<" -> new Requirement.LessThan(key, number(key, value()));
            default -> throw found(operator, "in, notin, =, ==, !=, gt, lt");
        };
    }

    private String key() {
        String key = name();
        // A server checks it before it knows what it is the key of, and says so.
        LabelSyntax.requireKey("<nil>", key);
        return key;
    }

    private String name() {
        return name("identifier");
    }

    private String name(String expected) {
        String token = next();
        if (!isName(token)) {
            throw found(token, expected);
        }
        return token;
    }

    /** The value of an exact match; none at all is the empty one. */
    private String value() {
        return endsRequirement(peek()) ? "" : name();
    }

    private static long number(String key, String value) {
        List<String> errors = new ArrayList<>();
        long number = 0;
        try {
            number = AsciiDecimal.parse(value);
        } catch (NumberFormatException notANumber) {
            errors.add(LabelSyntax.error(
                    "values[0]", value, List.of("for 'Gt', 'Lt' operators, the value must be an integer")));
        }
        errors.addAll(LabelSyntax.valueErrors(0, key, value));
        LabelSyntax.refuse(errors);
        return number;
    }

    /** Values in parentheses; nothing between two commas, or beside a parenthesis, is the empty value. */
    private SortedSet<String> values() {
        String open = next();
        if (!open.equals("(")) {
            throw new IllegalArgumentException("found '" + open + "' expected: '('");
        }
        SortedSet<String> values = new TreeSet<>();
        String expected = "',', ')' or identifier";
        while (true) {
            values.add(peek().equals(",") || peek().equals(")") ? "" : name(expected));
            expected = "',', or identifier";
            String separator = next();
            if (separator.equals(")")) {
                return values;
            }
            if (!separator.equals(",")) {
                throw found(separator, "',' or ')'");
            }
        }
    }

    private static boolean endsRequirement(String token) {
        return token.equals(END) || token.equals(",");
    }

    private static boolean isName(String token) {
        return !token.isEmpty() && SPECIAL.indexOf(token.charAt(0)) < 0;
    }

    private String peek() {
        return tokens.get(position);
    }

    private String next() {
        String token = tokens.get(position);
        // The end is never passed: whoever asks again finds it again.
        if (position < tokens.size() - 1) {
            position++;
        }
        return token;
    }

    private static IllegalArgumentException found(String token, String expected) {
        return new IllegalArgumentException("found '" + token + "', expected: " + expected);
    }
}
