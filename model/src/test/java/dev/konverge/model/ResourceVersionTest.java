package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceVersionTest {
    @DisplayName("RV-4 a shorter number is older, equally long ones compare digit by digit")
    @ParameterizedTest
    @CsvSource({
        "1, 2, -1",
        "9, 10, -1",
        "10, 9, 1",
        "12, 12, 0",
        "99, 100, -1",
        "18446744073709551616, 18446744073709551617, -1"
    })
    void numbersCompareByLengthThenByDigits(String left, String right, int expected) {
        ResourceVersion older = new ResourceVersion(left);
        ResourceVersion newer = new ResourceVersion(right);
        assertThat(Integer.signum(older.compareWith(newer))).isEqualTo(expected);
        assertThat(older.isNewerThan(newer)).isEqualTo(expected > 0);
    }

    @DisplayName("RV-4 anything but [1-9][0-9]* cannot be compared, on either side")
    @ParameterizedTest
    @ValueSource(strings = {"", "0", "01", "-1", "+1", "1a", "a", " 1", "1 ", "1.0", "١"})
    void whatIsNotADecimalNumberFromOneOnCannotBeCompared(String text) {
        ResourceVersion odd = new ResourceVersion(text);
        ResourceVersion fine = new ResourceVersion("1");
        assertThat(odd.isComparable()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> odd.compareWith(fine))
                .withMessageContaining('"' + text + '"');
        assertThatIllegalArgumentException().isThrownBy(() -> fine.compareWith(odd));
        assertThatIllegalArgumentException().isThrownBy(() -> fine.isNewerThan(odd));
    }

    @Test
    void anAbsentVersionIsNone() {
        assertThat(ResourceVersion.of(null)).isSameAs(ResourceVersion.NONE);
        assertThat(ResourceVersion.of("")).isSameAs(ResourceVersion.NONE);
        assertThat(ResourceVersion.NONE.isNone()).isTrue();
        assertThat(ResourceVersion.ANY.isNone()).isFalse();
        assertThat(ResourceVersion.of("7")).hasToString("7");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void comparisonAgreesWithThatOfTheNumbers(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            BigInteger left = new BigInteger(1 + random.nextInt(80), random).add(BigInteger.ONE);
            BigInteger right = new BigInteger(1 + random.nextInt(80), random).add(BigInteger.ONE);
            assertThat(Integer.signum(
                            new ResourceVersion(left.toString()).compareWith(new ResourceVersion(right.toString()))))
                    .as("seed %d: %s and %s", seed, left, right)
                    .isEqualTo(left.compareTo(right));
        }
    }
}
