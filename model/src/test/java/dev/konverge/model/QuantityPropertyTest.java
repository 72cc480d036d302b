package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every quantity, on random ones. */
class QuantityPropertyTest {
    private static final String[] SUFFIXES = {
        "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E-3", "e+6", "e1"
    };

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(4) == 0) {
            text.append(random.nextBoolean() ? '-' : '+');
        }
        text.append(random.nextInt(random.nextBoolean() ? 10 : 2_000_000));
        if (random.nextInt(3) == 0) {
            text.append('.');
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append(random.nextInt(10));
            }
        }
        return text.append(SUFFIXES[random.nextInt(SUFFIXES.length)]).toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theCanonicalFormIsEqualStableAndWithoutFraction(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Quantity quantity = Quantity.parse(text(random));
            Quantity canonical = quantity.canonical();
            assertThat(canonical)
                    .as("seed %d: %s", seed, quantity)
                    .isEqualTo(quantity)
                    .hasSameHashCodeAs(quantity);
            assertThat(canonical.canonical()).as("seed %d: %s", seed, quantity).hasToString(canonical.toString());
            assertThat(canonical.toString()).as("seed %d: %s", seed, quantity).doesNotContain(".", "+");
            assertThat(quantity.asServed()).as("seed %d: %s", seed, quantity).isEqualTo(quantity);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void arithmeticAgreesWithExactDecimals(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Quantity left = Quantity.parse(text(random));
            Quantity right = Quantity.parse(text(random));
            BigDecimal a = left.toBigDecimal();
            BigDecimal b = right.toBigDecimal();
            int factor = random.nextInt();
            String context = "seed " + seed + ": " + left + " and " + right + " and " + factor;
            assertThat(left.add(right).toBigDecimal()).as(context).isEqualByComparingTo(a.add(b));
            assertThat(left.subtract(right).toBigDecimal()).as(context).isEqualByComparingTo(a.subtract(b));
            assertThat(left.multiply(factor).toBigDecimal())
                    .as(context)
                    .isEqualByComparingTo(a.multiply(BigDecimal.valueOf(factor)));
            assertThat(left.compareTo(right)).as(context).isEqualTo(a.compareTo(b));
            assertThat(left.equals(right)).as(context).isEqualTo(a.compareTo(b) == 0);
            assertThat(left.add(right).subtract(right)).as(context).isEqualTo(left);
        }
    }
}
