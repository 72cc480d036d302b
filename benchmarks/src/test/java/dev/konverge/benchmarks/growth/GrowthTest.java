package dev.konverge.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Measured;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.growth.PowerLaw.Point;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrowthTest {
    private static final Duration LONG = Duration.ofMillis(120);

    @Test
    void theExponentIsThatOfTheLaw() {
        assertThat(PowerLaw.exponent(List.of(new Point(10, 30), new Point(40, 120), new Point(160, 480))))
                .isEqualTo(1, within(1e-9));
        assertThat(PowerLaw.exponent(List.of(new Point(10, 7), new Point(40, 7), new Point(160, 7))))
                .isEqualTo(0, within(1e-9));
        assertThat(PowerLaw.exponent(List.of(new Point(2, 4), new Point(4, 16), new Point(8, 64))))
                .isEqualTo(2, within(1e-9));
    }

    @Test
    void growthThatACostOfAllSizesHidesShowsBetweenTheTwoLargest() {
        Map<String, Double> exponents = GrowthWorkload.exponents(
                Stream.of(1_000, 4_000, 16_000).map(GrowthTest::squareAndMore).toList());

        assertThat(exponents.get(GrowthWorkload.OVERALL)).isLessThan(0.9);
        assertThat(exponents.get(GrowthWorkload.EXPONENT)).isGreaterThan(1.3);
    }

    private static Point squareAndMore(int size) {
        return new Point(size, 30_000 + size / 1000.0 * size);
    }

    @Test
    void workThatLastsIsMadeReadyOnceForAllOfItsRuns() throws Exception {
        var prepared = new AtomicInteger();
        var runs = new AtomicInteger();
        Job once = size -> {
            prepared.incrementAndGet();
            return () -> burn(runs);
        };
        Job lasting = size -> Job.Prepared.lasting(once.prepare(size));

        Map<String, Double> unused = new GrowthWorkload(lasting, Cost.PROCESSOR, List.of(1, 2)).measure(LONG);
        assertThat(prepared).hasValue(2);
        assertThat(runs).hasValueGreaterThan(2);

        prepared.set(0);
        runs.set(0);
        unused = new GrowthWorkload(once, Cost.PROCESSOR, List.of(1, 2)).measure(LONG);
        assertThat(prepared).hasValueGreaterThan(2).hasValue(runs.get());
    }

    /** Long enough that the clock of the process, with its ticks of 10 ms, shows that there is more to do. */
    private static @Nullable Object burn(AtomicInteger runs) {
        long end = System.nanoTime() + 15_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        runs.incrementAndGet();
        return null;
    }

    @Test
    void oneSizeIsNoLine() {
        assertThatThrownBy(() -> PowerLaw.exponent(List.of(new Point(1, 1)))).hasMessageContaining("two points");
        assertThatThrownBy(() -> new Point(1, 0)).hasMessageContaining("above 0");
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void everyWorkCanBeDoneAndSaysWhatEachSizeCost(Work work) throws Exception {
        Map<String, Double> measured = new GrowthWorkload(work, List.of(50, 100, 150)).measure(Duration.ofNanos(1));

        assertThat(measured).containsOnlyKeys("cost-50", "cost-100", "cost-150", "exponent", "overall");
        assertThat(measured.get("cost-50")).isPositive();
    }

    @Test
    void thePictureNamesEachWorkWithItsExponent() {
        Measured figure = Figure.of(List.of(1.25));
        Row exponent = new Row("sync", "exponent", Better.LOWER, figure, Map.of(), List.of());
        Row overall = new Row("sync-overall", "exponent", Better.LOWER, figure, Map.of(), List.of());
        Row small = new Row("sync-250", "ms CPU", Better.LOWER, figure, Map.of(), List.of());
        Row large = new Row("sync-1000", "ms CPU", Better.LOWER, figure, Map.of(), List.of());

        assertThat(GrowthPlot.of(new Report("growth", Map.of(), List.of(exponent, overall, small, large), Map.of())))
                .contains("sync, exponent 1.25")
                .contains("<circle");
    }
}
