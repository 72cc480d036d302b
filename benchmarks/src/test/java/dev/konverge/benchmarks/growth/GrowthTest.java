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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrowthTest {
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
    void oneSizeIsNoLine() {
        assertThatThrownBy(() -> PowerLaw.exponent(List.of(new Point(1, 1)))).hasMessageContaining("two points");
        assertThatThrownBy(() -> new Point(1, 0)).hasMessageContaining("above 0");
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void everyWorkCanBeDoneAndSaysWhatEachSizeCost(Work work) throws Exception {
        Map<String, Double> measured = new GrowthWorkload(work, List.of(50, 100)).measure(Duration.ofNanos(1));

        assertThat(measured).containsOnlyKeys("cost-50", "cost-100", "exponent");
        assertThat(measured.get("cost-50")).isPositive();
    }

    @Test
    void thePictureNamesEachWorkWithItsExponent() {
        Measured figure = Figure.of(List.of(1.25));
        Row exponent = new Row("sync", "exponent", Better.LOWER, figure, Map.of(), List.of());
        Row small = new Row("sync-250", "ms CPU", Better.LOWER, figure, Map.of(), List.of());
        Row large = new Row("sync-1000", "ms CPU", Better.LOWER, figure, Map.of(), List.of());

        assertThat(GrowthPlot.of(new Report("growth", Map.of(), List.of(exponent, small, large), Map.of())))
                .contains("sync, exponent 1.25")
                .contains("<circle");
    }
}
