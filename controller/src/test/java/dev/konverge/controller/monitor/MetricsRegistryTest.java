package dev.konverge.controller.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsRegistryTest {
    private final MetricsRegistry registry = new MetricsRegistry();

    @Test
    void figuresAreWrittenSortedInPrometheusTextForm() {
        registry.counter("b_total", "Things.", "name", "x").add(2);
        registry.counter("b_total", "Things.", "name", "a\"\\\n").increment();
        registry.gauge("a", "A number.", () -> 1.5);
        assertThat(registry.text()).isEqualTo("""
                        # HELP a A number.
                        # TYPE a gauge
                        a 1.5
                        # HELP b_total Things.
                        # TYPE b_total counter
                        b_total{name="a\\"\\\\\\n"} 1
                        b_total{name="x"} 2
                        """);
    }

    @Test
    void asManyGaugesAreShownAsThereAreWhenSomebodyLooks() {
        Map<Integer, Integer> ready = new HashMap<>();
        registry.gauges("ready", "Ready.", "priority", () -> ready, "name", "q");
        assertThat(registry.text()).doesNotContain("ready{");
        ready.put(100, 1);
        ready.put(-100, 3);
        ready.put(0, 2);
        assertThat(registry.text()).endsWith("""
                ready{name="q",priority="-100"} 3
                ready{name="q",priority="0"} 2
                ready{name="q",priority="100"} 1
                """);
        ready.clear();
        assertThat(registry.text()).doesNotContain("ready{");
    }

    @Test
    void aNumberThatCannotBeToldCostsNoOther() {
        registry.gauge("a", "Broken.", () -> {
            throw new IllegalStateException("not now");
        });
        registry.gauges("b", "Broken.", "l", () -> {
            throw new StackOverflowError("not now");
        });
        registry.gauge("c", "Well.", () -> 1);
        assertThat(registry.text()).doesNotContain("\na ").doesNotContain("b{").endsWith("\nc 1\n");
    }

    @Test
    void whoAsksForTheSameFigureGetsIt() {
        registry.counter("c_total", "C.", "l", "v").increment();
        registry.counter("c_total", "C.", "l", "v").increment();
        assertThat(registry.text()).contains("c_total{l=\"v\"} 2\n");
    }

    @Test
    void aHistogramCountsCumulatively() {
        MetricsRegistry.Histogram histogram = registry.histogram("h_seconds", "H.");
        histogram.observe(Duration.ofMillis(2));
        histogram.observe(Duration.ofSeconds(2));
        histogram.observe(Duration.ofHours(1));
        assertThat(registry.text())
                .contains("h_seconds_bucket{le=\"0.001\"} 0\n")
                .contains("h_seconds_bucket{le=\"0.003\"} 1\n")
                .contains("h_seconds_bucket{le=\"3\"} 2\n")
                .contains("h_seconds_bucket{le=\"+Inf\"} 3\n")
                .contains("h_seconds_sum 3602.002\n")
                .contains("h_seconds_count 3\n");
    }

    @Test
    void oneNameIsOneKindOfFigure() {
        registry.counter("x", "X.");
        assertThatThrownBy(() -> registry.histogram("x", "X.")).hasMessage("x is a counter, not a histogram");
    }

    @Test
    void aHelpOfSeveralLinesIsWrittenInOne() {
        registry.counter("x_total", "A \\ and\nmore.");
        assertThat(registry.text()).startsWith("# HELP x_total A \\\\ and\\nmore.\n# TYPE");
    }

    @Test
    void theSameLabelsInAnotherOrderAreTheSameFigure() {
        registry.counter("x_total", "X.", "a", "1", "b", "2").increment();
        registry.counter("x_total", "X.", "b", "2", "a", "1").increment();
        assertThat(registry.text()).endsWith("\nx_total{a=\"1\",b=\"2\"} 2\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "my-figure", "1st", "a b", "größe"})
    void aNameThatNobodyCouldReadIsRefused(String name) {
        assertThatThrownBy(() -> registry.counter(name, "X."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + name + "\"");
        assertThatThrownBy(() -> registry.gauge("x", "X.", () -> 1, name, "v"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + name + "\"");
        assertThatThrownBy(() -> registry.gauges("x", "X.", name, Map::of))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + name + "\"");
    }

    @Test
    void aLabelIsNamedOnceAndNotByANameThatIsTaken() {
        assertThatThrownBy(() -> registry.counter("x_total", "X.", "a", "1", "a", "2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a\"");
        assertThatThrownBy(() -> registry.histogram("x_seconds", "X.", "le", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"le\"");
        assertThatThrownBy(() -> registry.counter("x_total", "X.", "__name", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"__name\"");
        assertThatThrownBy(() -> registry.counter("x_total", "X.", "a:b", "1"))
                .isInstanceOf(IllegalArgumentException.class);
        registry.counter("job:x_total", "X.");
    }
}
