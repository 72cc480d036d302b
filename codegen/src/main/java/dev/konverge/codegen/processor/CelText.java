package dev.konverge.codegen.processor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Looks through an expression in CEL for what cannot be one whatever it means: brackets that do not match and texts that do not
 * end. The rest is left to the server, which knows the types.
 */
final class CelText {
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private final String expression;
    private final Deque<Character> open = new ArrayDeque<>();
    private int at;

    private CelText(String expression) {
        this.expression = expression;
    }

    /** {@return the first thing that is wrong with an expression, if anything is} */
    static Optional<String> flaw(String expression) {
        return new CelText(expression).flaw();
    }

    private Optional<String> flaw() {
        while (at < expression.length()) {
            Optional<String> found = next(expression.charAt(at));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.ofNullable(open.peek()).map(bracket -> "has a " + bracket + " that is never closed");
    }

    private Optional<String> next(char c) {
        if (c == '"' || c == '\'') {
            return quoted(c);
        }
        if (expression.startsWith("//", at)) {
            int end = expression.indexOf('\n', at);
            at = end < 0 ? expression.length() : end;
            return Optional.empty();
        }
        at++;
        if (OPENING.indexOf(c) >= 0) {
            open.push(c);
        }
        return CLOSING.indexOf(c) < 0 ? Optional.empty() : closed(c);
    }

    private Optional<String> closed(char closing) {
        char opening = OPENING.charAt(CLOSING.indexOf(closing));
        Character last = open.poll();
        if (last == null) {
            return Optional.of("has a " + closing + " without a " + opening + " before it");
        }
        return last == opening ? Optional.empty() : Optional.of("has a " + closing + " where " + last + " is open");
    }

    private Optional<String> quoted(char quote) {
        String three = String.valueOf(quote).repeat(3);
        String end = expression.startsWith(three, at) ? three : String.valueOf(quote);
        boolean isRaw = isRaw();
        at += end.length();
        while (at < expression.length()) {
            if (expression.startsWith(end, at)) {
                at += end.length();
                return Optional.empty();
            }
            if (end.length() == 1 && (expression.charAt(at) == '\n' || expression.charAt(at) == '\r')) {
                break;
            }
            at += expression.charAt(at) == '\\' && !isRaw ? 2 : 1;
        }
        return Optional.of("has a text that begins with " + end + " and does not end");
    }

    /** {@return whether the text that begins here is one of those in which a backslash is a letter: {@code r'…'}, {@code br'…'}} */
    private boolean isRaw() {
        int start = at;
        while (start > 0 && Character.isLetterOrDigit(expression.charAt(start - 1))) {
            start--;
        }
        String prefix = expression.substring(start, at);
        return prefix.matches("[rR]|[bB][rR]|[rR][bB]");
    }
}
