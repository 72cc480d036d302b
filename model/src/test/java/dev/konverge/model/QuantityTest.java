package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "+1, 1",
        "-1, -1",
        "1., 1",
        ".5, 0.5",
        "-.5, -0.5",
        "1.5, 1.5",
        "007, 7",
        "1n, 0.000000001",
        "1u, 0.000001",
        "1m, 0.001",
        "1k, 1000",
        "1M, 1000000",
        "1G, 1000000000",
        "1T, 1000000000000",
        "1P, 1000000000000000",
        "1E, 1000000000000000000",
        "1Ki, 1024",
        "1Mi, 1048576",
        "1Gi, 1073741824",
        "1Ti, 1099511627776",
        "1Pi, 1125899906842624",
        "1Ei, 1152921504606846976",
        "1e3, 1000",
        "1E3, 1000",
        "1e+3, 1000",
        "1e-3, 0.001",
        "12e0, 12",
        "1.5e3, 1500",
        "1.5Gi, 1610612736",
        "0.5Ki, 512",
        "1.1Ki, 1126.4",
        "0.0001Ki, 0.1024"
    })
    void everySuffixHasItsValue(String text, BigDecimal value) {
        assertThat(Quantity.parse(text).toBigDecimal()).isEqualByComparingTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1n, 1n",
        "-0.1n, -1n",
        "1e-10, 1e-9",
        "1.0000000001, 1000000001n",
        "1.0000000011, 1000000002n",
        "-1.0000000001, -1000000001n",
        "0.0000000001Ki, 103n",
        "1e-999, 1e-9",
        "-1e-999, -1e-9"
    })
    void whatIsFinerThanNanoIsRoundedAwayFromZero(String text, String canonical) {
        assertThat(Quantity.parse(text).canonical()).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775808Ki, 9223372036854775807",
        "9999999999Ei, 9223372036854775807",
        "-9999999999Ei, -9223372036854775807",
        "8Ei, 9223372036854775807",
        "7Ei, 8070450532247928832"
    })
    void withABinarySuffixTheValueIsCutTo64Bits(String text, long value) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
    }

    @Test
    void withoutABinarySuffixTheValueIsNotCut() {
        assertThat(Quantity.parse("100000000000000000000").toBigDecimal()).isEqualByComparingTo("1e20");
        assertThat(Quantity.parse("1e100").toBigDecimal()).isEqualByComparingTo("1e100");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "0Ki, 0",
        "0e3, 0",
        "00, 0",
        "1.5, 1500m",
        "0.5, 500m",
        "1000, 1k",
        "1000m, 1",
        "1500, 1500",
        "1000000, 1M",
        "1048576k, 1048576k",
        "100000000000000000000, 100E",
        "123456u, 123456u",
        "1000u, 1m",
        "0.001, 1m",
        "-1.5, -1500m",
        "+1, 1",
        "007, 7",
        "12000E, 12000E",
        "1000E, 1000E",
        "1024, 1024",
        "1Ki, 1Ki",
        "1024Ki, 1Mi",
        "1025Ki, 1025Ki",
        "1536Mi, 1536Mi",
        "1.5Gi, 1536Mi",
        "1.5Ki, 1536",
        "0.5Mi, 512Ki",
        "1.1Ki, 1126400m",
        "0.0001Ki, 102400u",
        "0.5Ki, 512",
        "-2048Ki, -2Mi",
        "1023.5Ki, 1048064",
        "1e2, 100",
        "1E3, 1e3",
        "12e1, 120",
        "1e4, 10e3",
        "1.5e0, 1500e-3",
        "1e-3, 1e-3",
        "1e21, 1e21",
        "100e19, 1e21"
    })
    void theCanonicalFormHasNoFractionAndTheLargestSuffix(String text, String canonical) {
        assertThat(Quantity.parse(text).canonical()).hasToString(canonical);
        assertThat(Quantity.parse(canonical).canonical()).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "1.500, 1.500",
        "+1, +1",
        "01, 01",
        "1., 1.",
        "1E3, 1E3",
        "1e+3, 1e+3",
        "+1Ki, +1Ki",
        "1.234k, 1.234k",
        "1.5, 1500m",
        "1000, 1k",
        "1024Ki, 1Mi",
        "0.5Mi, 512Ki",
        "000, 0",
        "0.100, 100m",
        "8Ki, 8Ki",
        "1Ei, 1Ei",
        "1234567890123456789, 1234567890123456789",
        "12345678901234567890m, 12345678901234567890m",
        "1234567890123456789.500, 1234567890123456789500m",
        "+123456789012345Ki, 123456789012345Ki",
        "1.5Ki, 1536",
        "1.000000000001, 1000000001n"
    })
    void aServerHandsSomeTextsBackThatAreNotCanonical(String text, String served) {
        assertThat(Quantity.parse(text).asServed()).hasToString(served);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "+, 1",
        "-, 1",
        "., 0",
        "Ki, 0",
        "m, 0",
        "e3, 0",
        "' 1', 0",
        "'1 ', 1",
        "1x, 1",
        "1KI, 1",
        "1ki, 1",
        "1K, 1",
        "1mi, 1",
        "1KiB, 1",
        "1i, 1",
        "1e, 2",
        "1e+, 3",
        "1e3.5, 3",
        "1e3k, 3",
        "1.2.3, 3",
        "1-, 1",
        "--1, 1",
        "1_000, 1",
        "'1,5', 1",
        "0x10, 1",
        "NaN, 0",
        "Infinity, 0",
        "١, 0",
        "1e1000, 1",
        "1e9999999999, 1",
        "9e200, 0"
    })
    void aTextThatIsNotAQuantityIsRefusedWithItsPosition(String text, int position) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.parse(text))
                .withMessageStartingWith('"' + text + "\" is not a quantity: ")
                .withMessageEndingWith("at position " + position);
    }

    @Test
    void aTextLongerThanAnyQuantityIsRefusedAndNotRepeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quantity.parse("1".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "0.5Gi", "1e3", "+1", "1000m", "00.10"})
    void theTextIsKept(String text) {
        assertThat(Quantity.parse(text)).hasToString(text);
    }

    @Test
    void equalityAndOrderAreByValue() {
        assertThat(Quantity.parse("1000m")).isEqualTo(Quantity.parse("1")).hasSameHashCodeAs(Quantity.parse("1"));
        assertThat(Quantity.parse("1Ki")).isEqualTo(Quantity.parse("1.024k")).hasSameHashCodeAs(Quantity.parse("1024"));
        assertThat(Quantity.parse("-0")).isEqualTo(Quantity.ZERO).hasSameHashCodeAs(Quantity.ZERO);
        assertThat(Quantity.parse("1")).isNotEqualTo(Quantity.parse("2")).isNotEqualTo("1");
        assertThat(List.of("1Ki", "1", "999m", "-1", "1k", "1e-9").stream()
                        .map(Quantity::parse)
                        .sorted())
                .extracting(Quantity::toString)
                .containsExactly("-1", "1e-9", "999m", "1", "1k", "1Ki");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000",
        "1.1, 2, 1100",
        "-1.1, -2, -1100",
        "100m, 1, 100",
        "1n, 1, 1",
        "0, 0, 0",
        "1Ki, 1024, 1024000",
        "-500m, -1, -500",
        "9223372036854775, 9223372036854775, 9223372036854775000"
    })
    void wholeAndMilliValuesAreRoundedAwayFromZero(String text, long value, long milliValue) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parse(text).milliValue()).isEqualTo(milliValue);
    }

    @Test
    void aValueCanBeScaledToAnyPowerOfTen() {
        assertThat(Quantity.parse("1500M").scaledValue(9)).isEqualTo(2);
        assertThat(Quantity.parse("1500M").scaledValue(6)).isEqualTo(1500);
        assertThat(Quantity.parse("1").scaledValue(-9)).isEqualTo(1_000_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10E", "-10E", "1e30", "9223372036854775808"})
    void aValueBeyond64BitsIsAnErrorAndNotAnotherNumber(String text) {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Quantity.parse(text).value())
                .withMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 500m, 1500m, 500m",
        "1Gi, 512Mi, 1536Mi, 512Mi",
        "1Ki, 1000, 2024, 24",
        "1000, 1Ki, 2024, -24",
        "0, 1Ki, 1Ki, -1Ki",
        "0Ki, 1k, 1k, -1k",
        "1Gi, 1n, 1073741824000000001n, 1073741823999999999n",
        "1e3, 1k, 2e3, 0",
        "1m, 1u, 1001u, 999u",
        "7Ei, 7Ei, 16140901064495857664, 0"
    })
    void sumsAndDifferencesAreExactAndKeepTheFormatOfTheLeftSide(String left, String right, String sum, String rest) {
        assertThat(Quantity.parse(left).add(Quantity.parse(right))).hasToString(sum);
        assertThat(Quantity.parse(left).subtract(Quantity.parse(right))).hasToString(rest);
    }

    @Test
    void productsAndNegationAreExact() {
        assertThat(Quantity.parse("1.5Gi").multiply(3)).hasToString("4608Mi");
        assertThat(Quantity.parse("100m").multiply(25)).hasToString("2500m");
        assertThat(Quantity.parse("1").multiply(0)).hasToString("0");
        assertThat(Quantity.parse("1Gi").multiply(-1))
                .hasToString("-1Gi")
                .isEqualTo(Quantity.parse("1Gi").negate());
        assertThat(Quantity.parse("9E").multiply(Long.MAX_VALUE).toBigDecimal())
                .isEqualByComparingTo(new BigDecimal("9e18").multiply(BigDecimal.valueOf(Long.MAX_VALUE)));
    }

    @Test
    void arithmeticBeyondTwoHundredDigitsIsAnError() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Quantity.parse("1e190").multiply(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @CsvSource({"1.1, 0, 2", "-1.1, 0, -2", "1234m, -1, 1300m", "1234, 3, 2k", "1Ki, 0, 1Ki", "1, -3, 1"})
    void roundingUpGoesAwayFromZero(String text, int exponent, String rounded) {
        assertThat(Quantity.parse(text).roundUp(exponent)).hasToString(rounded);
    }

    @Test
    void quantitiesAreMadeFromNumbers() {
        assertThat(Quantity.of(1500)).hasToString("1500");
        assertThat(Quantity.of(2_000_000)).hasToString("2M");
        assertThat(Quantity.ofBinary(2L << 30)).hasToString("2Gi");
        assertThat(Quantity.ofBinary(1000)).hasToString("1k");
        assertThat(Quantity.ofMilli(250)).hasToString("250m");
        assertThat(Quantity.of(new BigDecimal("1e6"), QuantityFormat.DECIMAL_EXPONENT))
                .hasToString("1e6");
        assertThat(Quantity.of(new BigDecimal("1e-12"), QuantityFormat.DECIMAL_SI))
                .hasToString("1n");
        assertThat(Quantity.parse("0.5").doubleValue()).isEqualTo(0.5);
        assertThat(Quantity.parse("-3Ki").signum()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "1, DECIMAL_SI",
        "1m, DECIMAL_SI",
        "1Ki, BINARY_SI",
        "0Ki, BINARY_SI",
        "0.0001Ki, DECIMAL_SI",
        "1e3, DECIMAL_EXPONENT"
    })
    void theFormatIsReadFromTheSuffix(String text, QuantityFormat format) {
        assertThat(Quantity.parse(text).format()).isEqualTo(format);
    }
}
