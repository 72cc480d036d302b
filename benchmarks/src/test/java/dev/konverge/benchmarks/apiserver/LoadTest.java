package dev.konverge.benchmarks.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final Duration LAP = Duration.ofSeconds(4);

    @Test
    void aServerIsWarmOnceItsCompilersHaveTakenLessThanAnEighthOfALap() {
        assertThat(Load.isWarm(3, Duration.ofMillis(500), LAP)).isFalse();
        assertThat(Load.isWarm(3, Duration.ofMillis(499), LAP)).isTrue();
    }

    @Test
    void aServerIsNotWarmBeforeTheThirdLap() {
        assertThat(Load.isWarm(2, Duration.ZERO, LAP)).isFalse();
    }

    @Test
    void aServerThatNeverStopsCompilingIsNotWaitedForForever() {
        assertThat(Load.isWarm(11, LAP, LAP)).isFalse();
        assertThat(Load.isWarm(12, LAP, LAP)).isTrue();
    }
}
