package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopwatchTest {
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
