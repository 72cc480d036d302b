package dev.konverge.codegen.processor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks for what Java's regular expressions have and those of the server have not, which are Go's.
 *
 * <p>What is within brackets stands for itself there, so it takes more than a search.
 */
final class OnlyJava {
    /** Ends of texts and words that Go has no letter for, graphemes, white space and characters by other names, references. */
    private static final String ESCAPES = "123456789GHNRXZcehku";

    private static final Pattern CLASS = Pattern.compile(
            "\\\\[pP]\\{\\^?(?:Alnum|Alpha|ASCII|Blank|Cntrl|Digit|Graph|Lower|Print|Punct|Space|Upper|XDigit|java\\w+|I[sn]\\w+)}");

    /** Looks ahead and behind, groups that are not gone back into, flags but those of Go. */
    private static final Pattern GROUP =
            Pattern.compile("\\(\\?(?:=|!|<=|<!|>|[imsU-]*[a-zA-Z&&[^imsUP]][a-zA-Z-]*[:)])");

    private static final Pattern TIMES = Pattern.compile("\\{(\\d+)(?:,(\\d*))?}");

    /** Beyond that Go gives up. */
    private static final int MOST_TIMES = 1000;

    private final String pattern;
    private int at;
    private boolean inBrackets;

    private OnlyJava(String pattern) {
        this.pattern = pattern;
    }

    /** {@return the first part of a pattern that the server would not understand, if there is one} */
    static Optional<String> find(String pattern) {
        return new OnlyJava(pattern).find();
    }

    private Optional<String> find() {
        while (at < pattern.length()) {
            Optional<String> found = inBrackets ? bracketed() : plain();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> bracketed() {
        if (pattern.charAt(at) == '\\') {
            return escaped();
        }
        if (pattern.startsWith("&&", at)) {
            return Optional.of("&&");
        }
        inBrackets = pattern.charAt(at) != ']';
        at++;
        return Optional.empty();
    }

    private Optional<String> plain() {
        return switch (pattern.charAt(at)) {
            case '\\' -> escaped();
            case '(' -> here(GROUP).map(Matcher::group).or(() -> pass(1));
            case '[' -> {
                inBrackets = true;
                yield pass(pattern.startsWith("[^", at) ? 2 : 1);
            }
            case '{' -> here(TIMES).flatMap(this::times).or(() -> pass(1));
            case '*', '+', '?' -> quantified(1);
            default -> pass(1);
        };
    }

    private Optional<String> escaped() {
        if (pattern.startsWith("\\Q", at)) {
            int end = pattern.indexOf("\\E", at);
            at = end < 0 ? pattern.length() : end + 2;
            return Optional.empty();
        }
        Optional<String> named = here(CLASS).map(Matcher::group);
        if (named.isPresent()) {
            return named;
        }
        String two = pattern.substring(at, Math.min(at + 2, pattern.length()));
        return ESCAPES.indexOf(two.charAt(two.length() - 1)) >= 0 ? Optional.of(two) : pass(2);
    }

    private Optional<String> times(Matcher found) {
        boolean tooMany = isTooMany(found.group(1)) || (found.group(2) != null && isTooMany(found.group(2)));
        return tooMany ? Optional.of(found.group()) : quantified(found.group().length());
    }

    private static boolean isTooMany(String number) {
        return number.length() > 4 || (!number.isEmpty() && Integer.parseInt(number) > MOST_TIMES);
    }

    /** A plus behind a quantifier forbids to go back. */
    private Optional<String> quantified(int length) {
        int end = at + length;
        if (pattern.startsWith("+", end)) {
            return Optional.of(pattern.substring(at, end + 1));
        }
        return pass(pattern.startsWith("?", end) ? length + 1 : length);
    }

    private Optional<Matcher> here(Pattern what) {
        Matcher matcher = what.matcher(pattern).region(at, pattern.length());
        return matcher.lookingAt() ? Optional.of(matcher) : Optional.empty();
    }

    private Optional<String> pass(int length) {
        at += length;
        return Optional.empty();
    }
}
