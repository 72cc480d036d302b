package dev.konverge.controller.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.informer.InformerMetrics;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrometheusMonitorTest {
    private final MetricsRegistry registry = new MetricsRegistry();

    private record Figures(Map<String, Integer> backlogs) implements InformerMetrics.Gauges {
        @Override
        public int queuedItems() {
            return 0;
        }

        @Override
        public ResourceVersion storeVersion() {
            return ResourceVersion.NONE;
        }

        @Override
        public ResourceVersion lastSyncVersion() {
            return ResourceVersion.NONE;
        }

        @Override
        public Duration silence() {
            return Duration.ZERO;
        }

        @Override
        public Duration staleness() {
            return Duration.ZERO;
        }

        @Override
        public int objects() {
            return 0;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    @Test
    void handlersHaveFiguresOfTheirOwn() {
        InformerMetrics pods =
                new PrometheusMonitor(registry).informers().of("pods", new Figures(Map.of("slow", 7, "quick", 0)));
        pods.handlerFailed("slow");
        pods.handlerFailed("slow");
        assertThat(registry.text())
                .contains("informer_handler_backlog{informer=\"pods\",handler=\"slow\"} 7\n")
                .contains("informer_handler_backlog{informer=\"pods\",handler=\"quick\"} 0\n")
                .contains("informer_handler_failures_total{handler=\"slow\",informer=\"pods\"} 2\n");
    }
}
