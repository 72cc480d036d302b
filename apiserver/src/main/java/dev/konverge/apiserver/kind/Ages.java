package dev.konverge.apiserver.kind;

import dev.konverge.model.TimeFormat;
import java.time.Duration;
import java.time.Instant;

/** Times as people read them: how long ago, in one or two units. */
public final class Ages {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private Ages() {}

    /** {@return how long ago a time was}, given as Kubernetes writes it; {@code <unknown>} for none */
    public static String since(String time, Instant now) {
        if (time.isEmpty()) {
            return "<unknown>";
        }
        try {
            Instant then = (time.contains(".") ? TimeFormat.MICRO_TIME : TimeFormat.TIME).parse(time);
            return of(Duration.between(then, now));
        } catch (IllegalArgumentException notOne) {
            return "<unknown>";
        }
    }

    /** {@return a duration such as {@code 5s}, {@code 3m20s}, {@code 4h} or {@code 2y10d}} */
    public static String of(Duration duration) {
        // Kubernetes cuts to whole seconds towards zero.
        long seconds = duration.toSeconds() + (duration.isNegative() && duration.toNanosPart() > 0 ? 1 : 0);
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 10 * MINUTE) {
            return two(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return two(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return two(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        return seconds < 8 * YEAR ? two(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
    }

    private static String two(long seconds, long large, String largeName, long small, String smallName) {
        long rest = seconds % large / small;
        return seconds / large + largeName + (rest == 0 ? "" : rest + smallName);
    }
}
