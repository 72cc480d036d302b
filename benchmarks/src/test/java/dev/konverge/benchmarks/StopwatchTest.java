package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopwatchTest {
    private static final long TICK = 10_000_000;

    @Test
    void manyShortStretchesInARowAreAsExactAsOneLongOne() throws InterruptedException {
        var nanos = new AtomicLong();
        var watch = new Stopwatch(() -> nanos.get() / TICK * TICK);

        // Stretches of 3 ms on a clock of 10 ms, 1.2 s of them.
        for (int i = 0; i < 400; i++) {
            watch.time(() -> nanos.addAndGet(3_000_000) > 0 ? 10 : 0);
        }

        assertThat(watch.metrics().get(Stopwatch.COST)).isCloseTo(300_000, withinPercentage(1));
    }

    @Test
    void itDividesWhatWasMeasuredByTheOperations() throws InterruptedException {
        var watch = new Stopwatch();
        assertThat(watch.isBelow(Duration.ofNanos(1))).isTrue();
        while (watch.isBelow(Duration.ofMillis(30))) {
            watch.time(() -> 10);
        }
        Map<String, Double> metrics = watch.metrics();
        assertThat(metrics.get(Repeated.RATE)).isPositive();
        assertThat(metrics.get(Stopwatch.COST)).isNotNegative();
    }
}
