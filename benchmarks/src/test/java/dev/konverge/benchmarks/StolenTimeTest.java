package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StolenTimeTest {
    @Test
    void theShareIsOfTheTimeInBetween() {
        StolenTime before = StolenTime.parse("cpu  100 0 50 800 10 0 5 35 7 0").orElseThrow();
        StolenTime after = StolenTime.parse("cpu  150 0 70 810 10 0 5 55 9 0").orElseThrow();
        assertThat(before).isEqualTo(new StolenTime(35, 1000));
        assertThat(after.shareSince(before)).isEqualTo(0.2);
        assertThat(before.shareSince(before)).isZero();
    }

    @Test
    void anOldKernelDoesNotTell() {
        assertThat(StolenTime.parse("cpu 1 2 3 4")).isEmpty();
    }
}
