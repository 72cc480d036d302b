package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFormatTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "0s, 0",
        "5s, 5000000000",
        "+5s, 5000000000",
        "-5s, -5000000000",
        "5.s, 5000000000",
        ".5s, 500000000",
        "1.0040s, 1004000000",
        "100.00100s, 100001000000",
        "10ns, 10",
        "11us, 11000",
        "12µs, 12000",
        "12μs, 12000",
        "13ms, 13000000",
        "3h30m, 12600000000000",
        "-1m30.5s, -90500000000",
        "1h2m3s4ms5us6ns, 3723004005006",
        "10.5s4m, 250500000000",
        "0.3333333333333333333h, 1200000000000",
        "0.100000000000000000000h, 360000000000",
        "9007199254740993ns, 9007199254740993",
        "9223372036854775807ns, 9223372036854775807",
        "9223372036854775.807us, 9223372036854775807",
        "-9223372036854775808ns, -9223372036854775808",
        "0.9ns, 0"
    })
    void whatGoReadsIsRead(String text, long nanos) {
        assertThat(DurationFormat.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3",
                "-",
                "s",
                ".",
                "-.",
                ".s",
                "+.s",
                "1 s",
                "1d",
                "1 day",
                "3000000h",
                "9223372036854775808ns",
                "9223372036854775.808us",
                "9223372036854ms775us808ns",
                "18446744073709551616ns",
                "9223372036854775807ns9223372036854775807ns2ns",
                "\u0661s",
                "--1s",
                "1e3s",
                "PT1S"
            })
    void whatGoRefusesIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationFormat.parse(text))
                .withMessageContaining("\"" + text + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ns",
        "1100, 1.1µs",
        "2200000, 2.2ms",
        "3300000000, 3.3s",
        "60000000000, 1m0s",
        "245000000000, 4m5s",
        "245001000000, 4m5.001s",
        "18367001000000, 5h6m7.001s",
        "480000000001, 8m0.000000001s",
        "3600000000000, 1h0m0s",
        "-90000000000, -1m30s",
        "9223372036854775807, 2562047h47m16.854775807s",
        "-9223372036854775808, -2562047h47m16.854775808s"
    })
    void theTextIsGos(long nanos, String text) {
        assertThat(DurationFormat.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong() >> random.nextInt(64));
            assertThat(DurationFormat.parse(DurationFormat.format(duration)))
                    .as("seed " + seed)
                    .isEqualTo(duration);
        }
    }

    @Test
    void whatGoCannotHoldIsNotWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationFormat.format(Duration.ofDays(200_000)))
                .withMessageContaining("PT4800000H");
    }
}
