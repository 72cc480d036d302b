package dev.konverge.apiserver;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import java.util.regex.Pattern;

/** Durations as Go writes them, such as {@code 1m30s}. */
final class GoDuration {
    private static final Pattern FORM =
            Pattern.compile("[+-]?(?:0|(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)");

    private GoDuration() {}

    /** Refuses the parameter {@code timeout} of a request if it is no duration. The server is quicker than any of them. */
    static void requireTimeout(String text) {
        if (!text.isEmpty() && !FORM.matcher(text).matches()) {
            String why = text.matches("[+-]?[0-9.]+")
                    ? "time: missing unit in duration " + GoText.quote(text)
                    : "time: invalid duration " + GoText.quote(text);
            throw Failures.badRequest("invalid timeout specified in the request URL - " + why);
        }
    }
}
