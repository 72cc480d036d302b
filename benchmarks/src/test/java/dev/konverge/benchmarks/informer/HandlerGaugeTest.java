package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HandlerGaugeTest {
    private static final Clock STANDING = new Clock() {
        @Override
        public Instant now() {
            return Instant.ofEpochSecond(10);
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    };

    @Test
    void countsAllAndTimesThoseItIsAskedTo() {
        var gauge = new HandlerGauge(STANDING);
        gauge.accept("1");

        gauge.time(2);
        gauge.accept("9999990");
        gauge.accept("9999995");
        gauge.accept("9999999");

        assertThat(gauge.count()).isEqualTo(4);
        assertThat(gauge.delays()).containsExactly(5, 10);
    }
}
