package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HintLimitTest {
    private final HintLimit limit = new HintLimit();

    @Test
    void aHintIsGivenTenTimesAnHour() {
        // EX-7
        long start = 5;
        for (int i = 0; i < 10; i++) {
            assertThat(limit.take(start + i)).as("hint %s", i).isTrue();
        }
        assertThat(limit.take(start + 10)).isFalse();
        assertThat(limit.take(start + Duration.ofHours(1).toNanos() - 1)).isFalse();
        assertThat(limit.take(start + Duration.ofHours(1).toNanos())).isTrue();
    }
}
