package dev.konverge.client.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them, and whole seconds. */
final class GoDuration {
    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h)");
    private static final Map<String, Long> NANOS = Map.of(
            "ns",
            1L,
            "us",
            1_000L,
            "µs",
            1_000L,
            "ms",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L);

    private GoDuration() {}

    static Duration parse(String text) {
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        Matcher part = PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (part.find() && part.start() == end) {
            nanos = nanos.add(
                    new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L))));
            end = part.end();
        }
        if (text.isEmpty() || end != text.length()) {
            throw new ConfigException(
                    "not a duration: " + text,
                    "timeout",
                    "write seconds, or a number with a unit such as 30s or 1m30s");
        }
        return Duration.ofNanos(nanos.longValue());
    }
}
