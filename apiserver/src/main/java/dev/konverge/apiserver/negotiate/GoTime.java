package dev.konverge.apiserver.negotiate;

import java.nio.charset.StandardCharsets;
import java.time.YearMonth;

/** A time as Go reads it: by a layout, element by element, with the words of the first that does not fit. Used once. */
final class GoTime {
    private static final String DATE = "2006-01-02T15:04:05";
    private static final String ZONE = "Z07:00";
    private static final String MICROSECONDS = ".000000";

    private final String text;
    private final String layout;
    private final boolean micro;
    private int at;

    private GoTime(String text, boolean micro) {
        this.text = text;
        this.micro = micro;
        this.layout = DATE + (micro ? MICROSECONDS : "") + ZONE;
    }

    /**
     * Refuses what is no time.
     *
     * @param micro whether it has to have six digits behind the second, rather than any number of them
     */
    static void require(String text, boolean micro) {
        new GoTime(text, micro).read();
    }

    private void read() {
        int year = year();
        literal("-");
        int month = number("01", true);
        requireRange(month >= 1 && month <= 12, "month");
        literal("-");
        int day = number("02", true);
        literal("T");
        requireRange(number("15", false) < 24, "hour");
        literal(":");
        requireRange(number("04", true) < 60, "minute");
        literal(":");
        requireRange(number("05", true) < 60, "second");
        fraction();
        zone();
        if (at < text.length()) {
            throw failure(": extra text: " + quoted(text.substring(at)));
        }
        requireRange(day >= 1 && day <= YearMonth.of(year, month).lengthOfMonth(), "day");
    }

    private int year() {
        for (int i = at; i < at + 4; i++) {
            if (!isDigit(i)) {
                throw misfit("2006", at);
            }
        }
        at += 4;
        return Integer.parseInt(text.substring(0, 4));
    }

    private int number(String element, boolean twoDigits) {
        if (!isDigit(at) || (twoDigits && !isDigit(at + 1))) {
            throw misfit(element, at);
        }
        int length = isDigit(at + 1) ? 2 : 1;
        int number = Integer.parseInt(text.substring(at, at + length));
        at += length;
        return number;
    }

    private void literal(String expected) {
        if (!text.startsWith(expected, at)) {
            throw misfit(expected, at);
        }
        at += expected.length();
    }

    private void fraction() {
        int digits = 0;
        if (at < text.length() && (text.charAt(at) == '.' || text.charAt(at) == ',')) {
            while (isDigit(at + 1 + digits)) {
                digits++;
            }
        }
        int wanted = MICROSECONDS.length() - 1;
        if (micro && digits < wanted) {
            throw misfit(MICROSECONDS, at);
        }
        if (digits > 0) {
            at += 1 + (micro ? wanted : digits);
        }
    }

    private void zone() {
        if (text.startsWith("Z", at)) {
            at++;
            return;
        }
        int from = at;
        boolean signed = text.startsWith("+", at) || text.startsWith("-", at);
        boolean whole = signed && isDigit(at + 1) && isDigit(at + 2) && isDigit(at + 4) && isDigit(at + 5);
        if (!whole || text.charAt(at + 3) != ':') {
            throw misfit(ZONE, from);
        }
        at += 6;
        requireRange(Integer.parseInt(text.substring(from + 1, from + 3)) <= 24, "time zone offset hour");
        requireRange(Integer.parseInt(text.substring(from + 4, from + 6)) <= 60, "time zone offset minute");
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private void requireRange(boolean within, String what) {
        if (!within) {
            throw failure(": " + what + " out of range");
        }
    }

    private MalformedException misfit(String element, int from) {
        return failure(
                " as \"" + layout + "\": cannot parse " + quoted(text.substring(from)) + " as \"" + element + "\"");
    }

    private MalformedException failure(String why) {
        return new MalformedException("parsing time " + quoted(text) + why);
    }

    /** Go's package for times has a way of its own to quote: byte by byte. */
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b < ' ') {
                out.append(String.format("\\x%02x", b));
            } else {
                out.append(b == '"' || b == '\\' ? "\\" : "").append((char) b);
            }
        }
        return out.append('"').toString();
    }
}
