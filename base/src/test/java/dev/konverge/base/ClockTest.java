package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockTest {
    @Test
    void aDeadlineIsTheDelayAfterNow() {
        assertThat(Clock.deadline(5, Duration.ofNanos(7))).isEqualTo(12);
    }

    @Test
    void aNegativeDelayIsNoDelay() {
        assertThat(Clock.deadline(5, Duration.ofSeconds(-1))).isEqualTo(5);
    }

    @Test
    void aDeadlineThatCannotBeCountedIsNeverReached() {
        assertThat(Clock.deadline(5, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Clock.NEVER);
        assertThat(Clock.deadline(Long.MAX_VALUE - 1, Duration.ofNanos(2))).isEqualTo(Clock.NEVER);
    }

    @Test
    void theRealClockCountsFromItsMakingAndNeverGoesBack() {
        Clock clock = Platform.real().clock();

        long first = clock.nanoTime();
        long second = clock.nanoTime();

        assertThat(first).isNotNegative();
        assertThat(second)
                .isGreaterThanOrEqualTo(first)
                .isLessThan(Duration.ofHours(1).toNanos());
    }
}
