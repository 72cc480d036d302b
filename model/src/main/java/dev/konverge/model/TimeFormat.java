package dev.konverge.model;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/**
 * One of the two forms in which Kubernetes writes a point in time, both RFC 3339.
 *
 * <p>An offset is accepted and normalised away; writing always ends in {@code Z}. A year has four digits. Reading is
 * stricter than RFC 3339 allows: {@code T} and {@code Z} are capital letters and there is no leap second, as in
 * Kubernetes itself.
 */
public enum TimeFormat {
    /** To the second, {@code 2026-01-31T09:30:00Z}. A fraction is accepted in reading and dropped. */
    TIME(20),
    /** To the microsecond, {@code 2026-01-31T09:30:00.000000Z}. Reading demands all six digits, as Kubernetes does. */
    MICRO_TIME(27);

    private static final int SECONDS_A_DAY = 86_400;

    /** How many days lie between the first of March of the year 0 and the first of January 1970. */
    private static final int MARCH_OF_YEAR_0 = 719_468;

    private static final long UNUSUAL = Long.MIN_VALUE;

    /** The first second of the year 0 and the last of the year 9999. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;
    /** Where the fraction or the offset begins: behind {@code yyyy-mm-ddThh:mm:ss}. */
    private static final int AFTER_SECONDS = 19;

    private final int length;

    TimeFormat(int length) {
        this.length = length;
    }

    /** {@return how many characters each time takes in this form} */
    public int length() {
        return length;
    }

    /**
     * {@return the time that a text stands for}
     *
     * @throws IllegalArgumentException if the text is not a time in this form; the message names text and position
     */
    public Instant parse(String text) {
        // Anything that is not ASCII becomes '?', which is wrong in every place, so positions stay true.
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return parse(ascii, 0, ascii.length);
    }

    /**
     * {@return the time that a part of an array stands for}
     *
     * @throws IllegalArgumentException if the part is not a time in this form; the message names text and position
     */
    public Instant parse(byte[] ascii, int from, int to) {
        long second = this == TIME && to - from == length ? plainSecond(ascii, from) : UNUSUAL;
        return second == UNUSUAL ? new Text(ascii, from, to).parse(this) : Instant.ofEpochSecond(second);
    }

    /**
     * {@return the second that {@code yyyy-mm-ddThh:mm:ssZ} stands for, or {@link #UNUSUAL} if anything about it is} Objects are full of
     * such times, so they are read without looking for what may be wrong.
     */
    private static long plainSecond(byte[] b, int at) {
        int century = two(b, at);
        int year = two(b, at + 2);
        int month = two(b, at + 5);
        int day = two(b, at + 8);
        int hour = two(b, at + 11);
        int minute = two(b, at + 14);
        int second = two(b, at + 17);
        boolean digits = (century | year | month | day | hour | minute | second) >= 0;
        boolean marks = b[at + 4] == '-' && b[at + 7] == '-' && b[at + 10] == 'T' && b[at + 13] == ':';
        if (!digits || !marks || b[at + 16] != ':' || b[at + 19] != 'Z' || month == 0 || month > 12 || day == 0) {
            return UNUSUAL;
        }
        // Whether these days exist is left to a calendar.
        boolean rare = day > 30 || (day > 28 && month == 2);
        if (rare || hour > 23 || minute > 59 || second > 59) {
            return UNUSUAL;
        }
        return epochDay(100 * century + year, month, day) * SECONDS_A_DAY + hour * 3600L + minute * 60L + second;
    }

    /** Counts days in years that begin with March, so that the day that may be missing is the last one. */
    private static long epochDay(int year, int month, int day) {
        int y = month > 2 ? year : year - 1;
        int m = month > 2 ? month - 3 : month + 9;
        int leapDays = Math.floorDiv(y, 4) - Math.floorDiv(y, 100) + Math.floorDiv(y, 400);
        return 365L * y + leapDays + (153 * m + 2) / 5 + day - 1 - MARCH_OF_YEAR_0;
    }

    /** {@return the number that two digits stand for, or less than 0} */
    private static int two(byte[] b, int at) {
        int tens = b[at] - '0';
        int ones = b[at + 1] - '0';
        return (tens | ones) < 0 || tens > 9 || ones > 9 ? -1 : 10 * tens + ones;
    }

    /**
     * {@return the text for a time; what is finer than this form can say is dropped}
     *
     * @throws IllegalArgumentException if the year does not have four digits
     */
    public String format(Instant time) {
        byte[] text = new byte[length];
        write(time, text, 0);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /**
     * Writes the text for a time into an array, {@link #length()} bytes of it.
     *
     * @throws IllegalArgumentException if the year does not have four digits
     */
    public void write(Instant time, byte[] target, int at) {
        LocalDate day = day(time);
        digits(target, at, 4, day.getYear());
        target[at + 4] = '-';
        digits(target, at + 5, 2, day.getMonthValue());
        target[at + 7] = '-';
        digits(target, at + 8, 2, day.getDayOfMonth());
        target[at + 10] = 'T';
        int second = (int) Math.floorMod(time.getEpochSecond(), (long) SECONDS_A_DAY);
        int micros = time.getNano() / 1000;
        digits(target, at + 11, 2, second / 3600);
        target[at + 13] = ':';
        digits(target, at + 14, 2, second / 60 % 60);
        target[at + 16] = ':';
        digits(target, at + 17, 2, second % 60);
        if (this == MICRO_TIME) {
            target[at + AFTER_SECONDS] = '.';
            digits(target, at + AFTER_SECONDS + 1, 6, micros);
        }
        target[at + length - 1] = 'Z';
    }

    private static LocalDate day(Instant time) {
        if (!hasFourDigitYear(time.getEpochSecond())) {
            throw new IllegalArgumentException("a year of four digits cannot hold the time " + time);
        }
        return LocalDate.ofEpochDay(Math.floorDiv(time.getEpochSecond(), (long) SECONDS_A_DAY));
    }

    private static boolean hasFourDigitYear(long epochSecond) {
        return epochSecond >= FIRST_SECOND && epochSecond <= LAST_SECOND;
    }

    private static void digits(byte[] target, int at, int count, int value) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** A text being read. */
    private static final class Text {
        private final byte[] ascii;
        private final int from;
        private final int to;

        Text(byte[] ascii, int from, int to) {
            this.ascii = ascii;
            this.from = from;
            this.to = to;
        }

        Instant parse(TimeFormat format) {
            long day = day();
            expect(10, 'T', "'T'");
            int hour = number(11, 2, 23, "hour");
            expect(13, ':', "':'");
            int minute = number(14, 2, 59, "minute");
            expect(16, ':', "':'");
            int second = number(17, 2, 59, "second");
            int zoneAt = zoneAt(format);
            int nanos = format == MICRO_TIME ? number(AFTER_SECONDS + 1, 6, 999_999, "fraction") * 1000 : 0;
            long epochSecond = day * SECONDS_A_DAY + hour * 3600L + minute * 60L + second - offset(zoneAt);
            if (!hasFourDigitYear(epochSecond)) {
                throw wrong(zoneAt, "an offset that leaves the years of four digits");
            }
            return Instant.ofEpochSecond(epochSecond, nanos);
        }

        private long day() {
            int year = number(0, 4, 9999, "year");
            expect(4, '-', "'-'");
            int month = number(5, 2, 12, "month");
            expect(7, '-', "'-'");
            int dayOfMonth = number(8, 2, 31, "day");
            try {
                return LocalDate.of(year, month, dayOfMonth).toEpochDay();
            } catch (DateTimeException noSuchDay) {
                throw wrong(5, "no such day");
            }
        }

        /** Where the offset begins, once the fraction is passed over. */
        private int zoneAt(TimeFormat format) {
            if (format == MICRO_TIME) {
                expect(AFTER_SECONDS, '.', "'.' and six digits");
                return AFTER_SECONDS + 7;
            }
            if (at(AFTER_SECONDS) != '.') {
                return AFTER_SECONDS;
            }
            int position = AFTER_SECONDS + 1;
            while (isDigit(at(position))) {
                position++;
            }
            if (position == AFTER_SECONDS + 1) {
                throw wrong(position, "expected a digit");
            }
            return position;
        }

        private int offset(int position) {
            int sign = at(position);
            if (sign == 'Z') {
                expectEnd(position + 1);
                return 0;
            }
            if (sign != '+' && sign != '-') {
                throw wrong(position, "expected 'Z', '+' or '-'");
            }
            int hours = number(position + 1, 2, 23, "offset hour");
            expect(position + 3, ':', "':'");
            int minutes = number(position + 4, 2, 59, "offset minute");
            expectEnd(position + 6);
            int seconds = hours * 3600 + minutes * 60;
            return sign == '+' ? seconds : -seconds;
        }

        private int number(int position, int count, int max, String what) {
            int value = 0;
            for (int i = position; i < position + count; i++) {
                int c = at(i);
                if (!isDigit(c)) {
                    throw wrong(i, "expected a digit");
                }
                value = value * 10 + (c - '0');
            }
            if (value > max) {
                throw wrong(position, what + " out of range");
            }
            return value;
        }

        private void expect(int position, char wanted, String what) {
            if (at(position) != wanted) {
                throw wrong(position, "expected " + what);
            }
        }

        private void expectEnd(int position) {
            if (position != to - from) {
                throw wrong(position, "expected the end");
            }
        }

        private int at(int position) {
            return position < to - from ? ascii[from + position] : -1;
        }

        private static boolean isDigit(int c) {
            return c >= '0' && c <= '9';
        }

        private IllegalArgumentException wrong(int position, String reason) {
            String text = new String(ascii, from, to - from, StandardCharsets.ISO_8859_1);
            return new IllegalArgumentException(
                    Excerpt.quoted(text) + " is not a time: " + reason + " at position " + position);
        }
    }
}
