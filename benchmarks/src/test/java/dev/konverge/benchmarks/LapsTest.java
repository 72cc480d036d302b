package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LapsTest {
    private static final Laps LAPS = new Laps(3, 12);
    private static final Duration LAP = Duration.ofSeconds(4);

    @Test
    void lapsAreEnoughOnceCompilersHaveTakenLessThanAnEighthOfOne() {
        assertThat(LAPS.areEnough(3, Duration.ofMillis(500), LAP)).isFalse();
        assertThat(LAPS.areEnough(3, Duration.ofMillis(499), LAP)).isTrue();
    }

    @Test
    void theFirstTwoAreNeverEnough() {
        assertThat(LAPS.areEnough(2, Duration.ZERO, LAP)).isFalse();
    }

    @Test
    void compilersThatNeverStopAreNotWaitedForForever() {
        assertThat(LAPS.areEnough(11, LAP, LAP)).isFalse();
        assertThat(LAPS.areEnough(12, LAP, LAP)).isTrue();
    }

    @Test
    void itRunsAsManyAsItTakes() throws Exception {
        int[] laps = {0};
        new Laps(2, 2).run(() -> laps[0]++);
        assertThat(laps[0]).isEqualTo(2);
    }
}
