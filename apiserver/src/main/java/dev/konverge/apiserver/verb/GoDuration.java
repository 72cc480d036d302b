package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them, such as {@code 1m30s}. */
public final class GoDuration {
    /** A number, and all up to the next one: its unit. */
    private static final Pattern PART = Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)([^0-9.]*)");

    /** The nanoseconds of each unit. */
    private static final Map<String, Double> UNITS =
            Map.of("ns", 1d, "us", 1e3, "µs", 1e3, "μs", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);

    private GoDuration() {}

    /**
     * Refuses the parameter {@code timeout} of a request if it is no duration.
     *
     * @throws dev.konverge.apiserver.failure.StatusException 400
     */
    public static void requireTimeout(String text) {
        findProblem(text).ifPresent(problem -> {
            throw Failures.badRequest(
                    "invalid timeout specified in the request URL - time: " + problem + GoText.quote(text));
        });
    }

    /** {@return how long a duration is}; the text must be one */
    static Duration parse(String text) {
        double nanos = 0;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            nanos += Double.parseDouble(part.group(1)) * UNITS.getOrDefault(part.group(2), 0d);
        }
        return Duration.ofNanos((long) (text.startsWith("-") ? -nanos : nanos));
    }

    private static Optional<String> findProblem(String text) {
        String digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.equals("0")) {
            return Optional.empty();
        }
        Matcher part = PART.matcher(digits);
        int end = 0;
        while (part.find(end) && part.start() == end) {
            String unit = part.group(2);
            if (unit.isEmpty()) {
                return Optional.of("missing unit in duration ");
            }
            if (!UNITS.containsKey(unit)) {
                return Optional.of("unknown unit " + GoText.quote(unit) + " in duration ");
            }
            end = part.end();
        }
        return end > 0 && end == digits.length() ? Optional.empty() : Optional.of("invalid duration ");
    }
}
