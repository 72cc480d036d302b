package dev.konverge.controller.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
