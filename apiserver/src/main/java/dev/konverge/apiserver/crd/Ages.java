package dev.konverge.apiserver.crd;

import java.time.Duration;

/** Ages as people read them: two units at most, and one where the second would not matter. */
final class Ages {
    private Ages() {}

    static String shown(Duration age) {
        long seconds = age.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 180) {
            return minutes < 10 ? two(minutes, "m", seconds % 60, "s") : minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 48) {
            return hours < 8 ? two(hours, "h", minutes % 60, "m") : hours + "h";
        }
        long days = hours / 24;
        if (days < 365 * 2) {
            return days < 8 ? two(days, "d", hours % 24, "h") : days + "d";
        }
        long years = days / 365;
        return years < 8 ? two(years, "y", days % 365, "d") : years + "y";
    }

    private static String two(long first, String unit, long second, String smaller) {
        return second == 0 ? first + unit : first + unit + second + smaller;
    }
}
