package dev.konverge.apiserver.cel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moments and spans of time: how they are written, and what can be asked of them. */
final class Times {
    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern LONG_PART = Pattern.compile("(\\d+)\\s*([A-Za-z]+)");
    private static final Pattern OFFSET = Pattern.compile("([+-]?)(\\d\\d):(\\d\\d)");
    private static final Map<String, Long> NANOS = Map.of(
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
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Times() {}

    /** {@return a span written as {@code 1h30m}} */
    static Duration duration(String text) {
        String failure = "time: invalid duration \"" + text + "\"";
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = PART.matcher(rest);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < rest.length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                throw new CelFailure(failure);
            }
            BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(matcher.group(2), 1L));
            nanos = nanos.add(new BigDecimal(normal(matcher.group(1))).multiply(unit));
            end = matcher.end();
        }
        BigDecimal whole = nanos.setScale(0, RoundingMode.DOWN);
        if (rest.isEmpty() || whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new CelFailure(failure);
        }
        Duration duration = Duration.ofNanos(whole.longValue());
        return negative ? duration.negated() : duration;
    }

    private static String normal(String number) {
        return (number.startsWith(".") ? "0" : "") + (number.endsWith(".") ? number + "0" : number);
    }

    /** {@return a span in an object, which may also be written as {@code 3 days}} */
    static Duration objectDuration(String text) {
        try {
            return duration(text);
        } catch (CelFailure notShort) {
            return longDuration(text);
        }
    }

    private static Duration longDuration(String text) {
        Matcher matcher = LONG_PART.matcher(text.trim());
        Duration sum = Duration.ZERO;
        int end = 0;
        while (end < text.trim().length()) {
            if (!matcher.find(end)
                    || !text.trim().substring(end, matcher.start()).isBlank()) {
                throw new CelFailure("Invalid duration " + text + ": unable to parse " + text + " as duration");
            }
            sum = sum.plus(Duration.ofSeconds(Long.parseLong(matcher.group(1)) * seconds(matcher.group(2), text)));
            end = matcher.end();
        }
        return sum;
    }

    private static long seconds(String unit, String text) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "s", "sec", "secs", "second", "seconds" -> 1;
            case "m", "min", "mins", "minute", "minutes" -> 60;
            case "h", "hr", "hrs", "hour", "hours" -> 3_600;
            case "d", "day", "days" -> 86_400;
            case "w", "wk", "week", "weeks" -> 604_800;
            default -> throw new CelFailure("Invalid duration " + text + ": unable to parse " + text + " as duration");
        };
    }

    static Instant date(String text) {
        try {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException malformed) {
            throw new CelFailure("Invalid date formatted string " + text + ": " + unparsed(text, "2006-01-02", text));
        }
    }

    static Instant objectTimestamp(String text) {
        try {
            return OffsetDateTime.parse(text.trim().toUpperCase(Locale.ROOT).replace(' ', 'T'))
                    .toInstant();
        } catch (DateTimeParseException malformed) {
            throw new CelFailure("Invalid date-time formatted string " + text + ": "
                    + unparsed(text, "2006-01-02T15:04:05.999999999Z07:00", text));
        }
    }

    /** {@return a moment written as in RFC 3339} */
    static Instant timestamp(String text) {
        try {
            return within(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException malformed) {
            throw new CelFailure(unparsed(text, "2006-01-02T15:04:05Z07:00", text));
        }
    }

    private static String unparsed(String text, String layout, String rest) {
        return "parsing time \"" + text + "\" as \"" + layout + "\": cannot parse \"" + rest + "\" as \"2006\"";
    }

    static Instant within(Instant moment) {
        if (moment.isBefore(FIRST) || moment.isAfter(LAST)) {
            throw new CelFailure("timestamp overflow");
        }
        return moment;
    }

    static ZoneId zone(String name) {
        Matcher offset = OFFSET.matcher(name);
        if (offset.matches()) {
            int sign = offset.group(1).equals("-") ? -1 : 1;
            int minutes = Integer.parseInt(offset.group(2)) * 60 + Integer.parseInt(offset.group(3));
            return ZoneOffset.ofTotalSeconds(sign * minutes * 60);
        }
        try {
            return name.isEmpty() ? ZoneOffset.UTC : ZoneId.of(name);
        } catch (DateTimeException unknown) {
            throw new CelFailure("unknown time zone " + name);
        }
    }

    /** {@return a part of a moment}; {@code part} is the name of the function */
    static long part(String part, ZonedDateTime time) {
        return switch (part) {
            case "getFullYear" -> time.getYear();
            case "getMonth" -> time.getMonthValue() - 1L;
            case "getDate" -> time.getDayOfMonth();
            case "getDayOfMonth" -> time.getDayOfMonth() - 1L;
            case "getDayOfWeek" -> time.getDayOfWeek().getValue() % 7L;
            case "getDayOfYear" -> time.getDayOfYear() - 1L;
            case "getHours" -> time.getHour();
            case "getMinutes" -> time.getMinute();
            case "getSeconds" -> time.getSecond();
            case "getMilliseconds" -> time.getNano() / 1_000_000L;
            default -> throw CelFailure.noOverload();
        };
    }

    /** {@return how many whole units are in a span}; {@code part} is the name of the function */
    static long part(String part, Duration span) {
        return switch (part) {
            case "getHours" -> span.toHours();
            case "getMinutes" -> span.toMinutes();
            case "getSeconds" -> span.toNanos() / 1_000_000_000L;
            case "getMilliseconds" -> span.toNanos() / 1_000_000L;
            default -> throw CelFailure.noOverload();
        };
    }
}
