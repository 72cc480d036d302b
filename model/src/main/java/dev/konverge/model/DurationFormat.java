package dev.konverge.model;

import java.time.Duration;
import java.util.Map;

/**
 * The text of a duration as Go has it, and Kubernetes in its {@code metav1.Duration}: {@code 1h30m0s}, {@code 1.5s}, {@code 250ms}.
 *
 * <p>It is counted in nanoseconds in 64 bits, which is 292 years either way.
 */
public final class DurationFormat {
    private static final Map<String, Long> UNITS = Map.of(
            "ns",
            1L,
            "us",
            1_000L,
            "µs",
            1_000L,
            "μs",
            1_000L,
            "ms",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L);

    private final String text;
    private int at;

    private DurationFormat(String text) {
        this.text = text;
    }

    /**
     * {@return the duration that a text says} It is whatever Go's {@code ParseDuration} takes: numbers with or without a fraction, each
     * with its unit ({@code ns}, {@code us} or {@code µs}, {@code ms}, {@code s}, {@code m}, {@code h}), a sign before all of them, or
     * a bare {@code 0}. What is less than a nanosecond is dropped as Go drops it.
     *
     * @throws IllegalArgumentException if it is anything else, such as days, or longer than 292 years
     */
    public static Duration parse(String text) {
        return new DurationFormat(text).parse();
    }

    private Duration parse() {
        boolean isNegative = text.startsWith("-");
        at = isNegative || text.startsWith("+") ? 1 : 0;
        if (text.substring(at).equals("0")) {
            return Duration.ZERO;
        }
        if (at == text.length()) {
            throw malformed("it is empty");
        }
        // Without a sign, so that the least number of 64 bits, whose opposite is none, can be told from too much.
        long nanos = 0;
        while (at < text.length()) {
            nanos = sum(nanos, part());
        }
        if (nanos == Long.MIN_VALUE && !isNegative) {
            throw tooLong();
        }
        return Duration.ofNanos(isNegative ? -nanos : nanos);
    }

    private long part() {
        int start = at;
        long whole = 0;
        for (; isDigit(); at++) {
            whole = sum(times(whole, 10), text.charAt(at) - '0');
        }
        boolean hasDigits = at > start;
        long fraction = 0;
        double scale = 1;
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            int first = at;
            for (; isDigit(); at++) {
                // Digits that do not fit are too small to matter.
                if (fraction <= (Long.MAX_VALUE - 9) / 10) {
                    fraction = fraction * 10 + text.charAt(at) - '0';
                    scale *= 10;
                }
            }
            hasDigits |= at > first;
        }
        if (!hasDigits) {
            throw malformed("a number is missing at '" + text.substring(start) + "'");
        }
        long unit = unit();
        return sum(times(whole, unit), (long) (fraction * (unit / scale)));
    }

    private long unit() {
        int start = at;
        while (at < text.length() && text.charAt(at) != '.' && !isDigit()) {
            at++;
        }
        Long unit = UNITS.get(text.substring(start, at));
        if (unit == null) {
            throw malformed(
                    start == at ? "a number has no unit" : "there is no unit '" + text.substring(start, at) + "'");
        }
        return unit;
    }

    private boolean isDigit() {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private long times(long number, long by) {
        if (Long.compareUnsigned(number, Long.divideUnsigned(Long.MIN_VALUE, by)) > 0) {
            throw tooLong();
        }
        return number * by;
    }

    private long sum(long a, long b) {
        long sum = a + b;
        // Each is at most two to the 63rd, so that their sum is none less only if it went over the end.
        if (Long.compareUnsigned(sum, Long.MIN_VALUE) > 0 || (sum == 0 && a != 0)) {
            throw tooLong();
        }
        return sum;
    }

    private IllegalArgumentException malformed(String why) {
        return new IllegalArgumentException("malformed duration \"" + text + "\": " + why);
    }

    private IllegalArgumentException tooLong() {
        return new IllegalArgumentException("duration \"" + text + "\" is longer than 64 bits of nanoseconds");
    }

    /**
     * {@return the text of a duration, as Go's {@code String} writes it} Exact to the nanosecond: {@code 1h0m0s}, {@code 1m30s},
     * {@code 1.5s}, {@code 2µs}, {@code 0s}.
     *
     * @throws IllegalArgumentException if it is longer than 292 years, which nobody who reads it in Go could hold
     */
    public static String format(Duration duration) {
        long nanos;
        try {
            nanos = duration.toNanos();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(duration + " is longer than 64 bits of nanoseconds", e);
        }
        if (nanos == 0) {
            return "0s";
        }
        // The least number has no opposite; its digits are right without a sign.
        String magnitude = magnitude(nanos < 0 ? -nanos : nanos);
        return nanos < 0 ? "-" + magnitude : magnitude;
    }

    private static String magnitude(long nanos) {
        if (Long.compareUnsigned(nanos, 1_000_000_000L) < 0) {
            return nanos < 1_000
                    ? nanos + "ns"
                    : nanos < 1_000_000 ? decimal(nanos, 1_000) + "µs" : decimal(nanos, 1_000_000) + "ms";
        }
        long minutes = Long.divideUnsigned(nanos, 60_000_000_000L);
        String seconds = decimal(Long.remainderUnsigned(nanos, 60_000_000_000L), 1_000_000_000L) + "s";
        return minutes == 0
                ? seconds
                : minutes < 60 ? minutes + "m" + seconds : minutes / 60 + "h" + minutes % 60 + "m" + seconds;
    }

    /** {@return a number of units with what is left as a fraction, without zeroes at the end} */
    private static String decimal(long nanos, long unit) {
        long rest = nanos % unit;
        if (rest == 0) {
            return String.valueOf(nanos / unit);
        }
        String digits = String.valueOf(unit + rest).substring(1);
        return nanos / unit + "." + digits.replaceFirst("0+$", "");
    }
}
