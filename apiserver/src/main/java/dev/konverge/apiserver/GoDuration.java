package dev.konverge.apiserver;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them, such as {@code 1m30s}. */
final class GoDuration {
    /** A number, and all up to the next one: its unit. */
    private static final Pattern PART = Pattern.compile("(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)([^0-9.]*)");

    private static final Set<String> UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

    private GoDuration() {}

    /** Refuses the parameter {@code timeout} of a request if it is no duration. The server is quicker than any of them. */
    static void requireTimeout(String text) {
        findProblem(text).ifPresent(problem -> {
            throw Failures.badRequest(
                    "invalid timeout specified in the request URL - time: " + problem + GoText.quote(text));
        });
    }

    private static Optional<String> findProblem(String text) {
        String digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.equals("0")) {
            return Optional.empty();
        }
        Matcher part = PART.matcher(digits);
        int end = 0;
        while (part.find(end) && part.start() == end) {
            String unit = part.group(1);
            if (unit.isEmpty()) {
                return Optional.of("missing unit in duration ");
            }
            if (!UNITS.contains(unit)) {
                return Optional.of("unknown unit " + GoText.quote(unit) + " in duration ");
            }
            end = part.end();
        }
        return end > 0 && end == digits.length() ? Optional.empty() : Optional.of("invalid duration ");
    }
}
