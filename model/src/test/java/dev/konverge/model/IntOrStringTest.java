package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.konverge.model.codec.Forms;
import dev.konverge.model.codec.ProtoWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntOrStringTest {
    @ParameterizedTest
    @CsvSource({"80, 80", "-3, -3", "+7, 7", "007, 7", "0, 0", "2147483647, 2147483647", "-2147483648, -2147483648"})
    void aTextThatIsANumberOf32BitsBecomesANumber(String text, int value) {
        assertThat(IntOrString.parse(text)).isEqualTo(new IntOrString.IntValue(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http",
                "25%",
                "",
                "-",
                "+",
                "2147483648",
                "-2147483649",
                "99999999999999999999",
                "1.5",
                " 1",
                "1_0",
                "٣"
            })
    void anyOtherTextStaysAText(String text) {
        assertThat(IntOrString.parse(text))
                .isEqualTo(new IntOrString.StringValue(text))
                .hasToString(text);
    }

    @Test
    void aTextThatIsSaidToBeATextStaysOne() {
        assertThat(IntOrString.of("80"))
                .isEqualTo(new IntOrString.StringValue("80"))
                .isNotEqualTo(IntOrString.of(80));
    }

    @Test
    void aNumberBeyond32BitsIsHeldAndOneWithinIsAlwaysTheSame() {
        assertThat(IntOrString.of(1L << 33))
                .isEqualTo(new IntOrString.LongValue(1L << 33))
                .hasToString("8589934592");
        assertThat(IntOrString.of(-1L)).isEqualTo(IntOrString.of(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IntOrString.LongValue(Integer.MAX_VALUE))
                .withMessage("2147483647 fits into 32 bits");
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> IntOrString.of(1L << 33).scaledUp(1));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> IntOrString.of(1L << 33).scaledDown(1));
    }

    @Test
    void protobufDoesNotCarryANumberBeyond32Bits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Forms.INT_OR_STRING.writeProto(IntOrString.of(1L << 33), new ProtoWriter()))
                .withMessageStartingWith("8589934592 does not fit");
    }

    @ParameterizedTest
    @CsvSource({
        "25%, 10, 3, 2",
        "25%, 4, 1, 1",
        "0%, 10, 0, 0",
        "100%, 7, 7, 7",
        "1%, 1, 1, 0",
        "50%, 0, 0, 0",
        "33%, 10, 4, 3",
        "150%, 3, 5, 4",
        "-25%, 10, -2, -3",
        "+50%, 3, 2, 1",
        "50%, -3, -1, -2"
    })
    void aPercentageIsRoundedUpOrDown(String text, int total, int up, int down) {
        assertThat(IntOrString.of(text).scaledUp(total)).isEqualTo(up);
        assertThat(IntOrString.of(text).scaledDown(total)).isEqualTo(down);
    }

    @Test
    void aNumberIsTakenAsItIsWhateverTheTotal() {
        assertThat(IntOrString.of(5).scaledUp(3)).isEqualTo(5);
        assertThat(IntOrString.of(-5).scaledDown(3)).isEqualTo(-5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "abc", "", "%", "5%%", "1.5%", " 5%", "5 %", "٣%", "99999999999999999999%"})
    void aTextWithoutAWholePercentageCannotBeScaled(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntOrString.of(text).scaledUp(10))
                .withMessageContaining('"' + text + '"');
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntOrString.of(text).scaledDown(10));
    }

    @Test
    void aResultBeyond32BitsIsAnErrorAndNotAnotherNumber() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> IntOrString.of("200%").scaledUp(Integer.MAX_VALUE));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> IntOrString.of("9223372036854775807%").scaledDown(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void scalingAgreesWithExactDecimals(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            int percent = random.nextInt(500) - 100;
            int total = random.nextInt(100_000) - 1_000;
            BigDecimal exact = BigDecimal.valueOf(percent)
                    .multiply(BigDecimal.valueOf(total))
                    .movePointLeft(2);
            IntOrString value = IntOrString.of(percent + "%");
            assertThat(value.scaledUp(total))
                    .as("seed %d: %s of %d", seed, value, total)
                    .isEqualTo(exact.setScale(0, RoundingMode.CEILING).intValueExact());
            assertThat(value.scaledDown(total))
                    .as("seed %d: %s of %d", seed, value, total)
                    .isEqualTo(exact.setScale(0, RoundingMode.FLOOR).intValueExact());
        }
    }
}
