package dev.konverge.model;

import static dev.konverge.model.TimeFormat.MICRO_TIME;
import static dev.konverge.model.TimeFormat.TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeFormatTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:30:00Z, 2026-01-31T09:30:00Z",
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z, 1969-12-31T23:59:59Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
        "2026-01-31T09:30:00+02:00, 2026-01-31T07:30:00Z",
        "2026-01-31T23:30:00-05:30, 2026-02-01T05:00:00Z",
        "2026-01-31T09:30:00+00:00, 2026-01-31T09:30:00Z",
        "2026-01-31T09:30:00-23:59, 2026-02-01T09:29:00Z",
        "2026-01-31T09:30:00.999999999Z, 2026-01-31T09:30:00Z",
        "1960-01-31T09:30:00.5Z, 1960-01-31T09:30:00Z",
        "2026-01-31T09:30:00.1234567890123+01:00, 2026-01-31T08:30:00Z"
    })
    void aTimeIsReadToTheSecondAndWrittenInUtc(String text, String written) {
        Instant time = TIME.parse(text);
        assertThat(time).isEqualTo(Instant.parse(written));
        assertThat(TIME.format(time)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:30:00.000000Z, 2026-01-31T09:30:00.000000Z",
        "2026-01-31T09:30:00.000001Z, 2026-01-31T09:30:00.000001Z",
        "2026-01-31T09:30:00.123456+02:00, 2026-01-31T07:30:00.123456Z",
        "1960-01-01T00:00:00.999999Z, 1960-01-01T00:00:00.999999Z"
    })
    void aMicroTimeIsReadAndWrittenWithSixDigits(String text, String written) {
        Instant time = MICRO_TIME.parse(text);
        assertThat(time).isEqualTo(Instant.parse(written));
        assertThat(MICRO_TIME.format(time)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "2026, 4",
        "2026-1-31T09:30:00Z, 6",
        "2026-13-01T00:00:00Z, 5",
        "2026-00-01T00:00:00Z, 5",
        "2026-02-29T00:00:00Z, 5",
        "2026-04-31T00:00:00Z, 5",
        "2026-01-32T00:00:00Z, 8",
        "2026-01-31t09:30:00Z, 10",
        "2026-01-31 09:30:00Z, 10",
        "2026-01-31T24:00:00Z, 11",
        "2026-01-31T9:30:00Z, 12",
        "2026-01-31T09:60:00Z, 14",
        "2026-01-31T09:30:60Z, 17",
        "2026-01-31T09:30:00, 19",
        "2026-01-31T09:30:00z, 19",
        "2026-01-31T09:30:00.Z, 20",
        "'2026-01-31T09:30:00,5Z', 19",
        "2026-01-31T09:30:00Zx, 20",
        "2026-01-31T09:30:00+0200, 22",
        "2026-01-31T09:30:00+24:00, 20",
        "2026-01-31T09:30:00+02:60, 23",
        "2026-01-31T09:30:00+02:000, 25",
        "-026-01-31T09:30:00Z, 0",
        "12026-01-31T09:30:00Z, 4",
        "9999-12-31T23:59:59-00:01, 19",
        "0000-01-01T00:00:00+00:01, 19",
        "２０２６-01-31T09:30:00Z, 0"
    })
    void aTextThatIsNotATimeIsRefusedWithItsPosition(String text, int position) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TIME.parse(text))
                .withMessageContaining("is not a time")
                .withMessageEndingWith("at position " + position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31T09:30:00Z",
                "2026-01-31T09:30:00.1Z",
                "2026-01-31T09:30:00.12345Z",
                "2026-01-31T09:30:00.1234567Z",
                "2026-01-31T09:30:00.12345xZ"
            })
    void aMicroTimeWithoutExactlySixDigitsIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MICRO_TIME.parse(text));
    }

    @Test
    void aLongWrongTextIsNotRepeatedInFull() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TIME.parse("x".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void whatIsFinerThanTheFormIsDroppedTowardsThePast() {
        Instant time = Instant.parse("1960-01-01T00:00:00.123456789Z");
        assertThat(TIME.format(time)).isEqualTo("1960-01-01T00:00:00Z");
        assertThat(MICRO_TIME.format(time)).isEqualTo("1960-01-01T00:00:00.123456Z");
    }

    @ParameterizedTest
    @EnumSource
    void aYearWithoutFourDigitsCannotBeWritten(TimeFormat format) {
        assertThatIllegalArgumentException().isThrownBy(() -> format.format(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> format.format(Instant.parse("+10000-01-01T00:00:00Z")));
        assertThatIllegalArgumentException().isThrownBy(() -> format.format(Instant.parse("-0001-12-31T23:59:59Z")));
    }

    @Test
    void aPartOfAnArrayIsReadAndWrittenInPlace() {
        byte[] buffer = "[2026-01-31T09:30:00Z]".getBytes(StandardCharsets.US_ASCII);
        assertThat(TIME.parse(buffer, 1, 21)).isEqualTo(Instant.parse("2026-01-31T09:30:00Z"));
        TIME.write(Instant.EPOCH, buffer, 1);
        assertThat(new String(buffer, StandardCharsets.US_ASCII)).isEqualTo("[1970-01-01T00:00:00Z]");
        assertThat(TIME.length()).isEqualTo(20);
        assertThat(MICRO_TIME.length()).isEqualTo(27);
    }

    @Test
    void everyDayOfEveryYearIsRead() {
        LocalDate last = LocalDate.of(9999, 12, 31);
        for (LocalDate day = LocalDate.of(0, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
            long second = TIME.parse(day + "T23:59:58Z").getEpochSecond();
            if (second != day.toEpochDay() * 86_400 + 86_398) {
                assertThat(Instant.ofEpochSecond(second)).as("the day %s", day).isNull();
            }
        }
    }

    /** {@return what the JDK reads, which takes small letters, too} */
    private static @Nullable Instant jdk(String text) {
        try {
            return text.equals(text.toUpperCase(Locale.ROOT)) ? Instant.parse(text) : null;
        } catch (DateTimeParseException notATime) {
            return null;
        }
    }

    /** A byte that is wrong is found wherever it is. */
    @Test
    void aUsualTimeWithAnyOtherByteIsReadAsTheJdkReadsItOrRefused() {
        String usual = "2026-02-11T21:41:51Z";
        for (int i = 0; i < usual.length(); i++) {
            for (char c = ' '; c < 127; c++) {
                String text = usual.substring(0, i) + c + usual.substring(i + 1);
                Instant expected = jdk(text);
                if (expected == null) {
                    assertThatIllegalArgumentException()
                            .as(text)
                            .isThrownBy(() -> TIME.parse(text))
                            .withMessageContaining("is not a time");
                    continue;
                }
                assertThat(TIME.parse(text)).as(text).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyTimeSurvivesBothForms(long seed) {
        Random random = new Random(seed);
        long first = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
        long last = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
        for (int i = 0; i < 5_000; i++) {
            Instant time = Instant.ofEpochSecond(random.nextLong(first, last + 1), random.nextInt(1_000_000_000));
            assertThat(TIME.parse(TIME.format(time)))
                    .as("seed %d", seed)
                    .isEqualTo(time.truncatedTo(ChronoUnit.SECONDS));
            assertThat(MICRO_TIME.parse(MICRO_TIME.format(time)))
                    .as("seed %d", seed)
                    .isEqualTo(time.truncatedTo(ChronoUnit.MICROS));
        }
    }
}
