package dev.konverge.controller.monitor;

import dev.konverge.workqueue.QueueMetrics;
import java.time.Duration;

/** The figures of one work queue, under the names of client-go. */
final class QueueFigures implements QueueMetrics {
    private static final String NAME = "name";

    /** Those of client-go, and two more for keys that wait behind many. */
    private static final double[] SECONDS = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000};

    private final MetricsRegistry.Counter adds;
    private final MetricsRegistry.Counter retries;
    private final MetricsRegistry.Histogram waited;
    private final MetricsRegistry.Histogram worked;

    QueueFigures(MetricsRegistry registry, String queue, QueueMetrics.Gauges gauges) {
        adds = registry.counter("workqueue_adds_total", "Accepted adds, after deduplication.", NAME, queue);
        retries = registry.counter("workqueue_retries_total", "Adds with a delay or a rate limit.", NAME, queue);
        waited = registry.histogramIn(
                SECONDS, "workqueue_queue_duration_seconds", "How long keys wait to be handed out.", NAME, queue);
        worked = registry.histogramIn(
                SECONDS, "workqueue_work_duration_seconds", "How long keys are worked on.", NAME, queue);
        show(registry, queue, gauges);
    }

    private static void show(MetricsRegistry registry, String queue, QueueMetrics.Gauges gauges) {
        registry.gauge("workqueue_depth", "Keys that wait to be handed out.", gauges::depth, NAME, queue);
        // client-go has no priorities and so no name for this.
        registry.gauges(
                "workqueue_ready",
                "Keys that could be handed out now, by priority; none of a priority that has no key.",
                "priority",
                gauges::readyByPriority,
                NAME,
                queue);
        registry.gauge(
                "workqueue_unfinished_work_seconds",
                "The sum of the ages of all keys that are worked on.",
                () -> PrometheusMonitor.seconds(gauges.unfinishedWork()),
                NAME,
                queue);
        registry.gauge(
                "workqueue_longest_running_processor_seconds",
                "The age of the key that is worked on longest.",
                () -> PrometheusMonitor.seconds(gauges.longestRunningProcessor()),
                NAME,
                queue);
    }

    @Override
    public void added(int count) {
        adds.add(count);
    }

    @Override
    public void retried() {
        retries.increment();
    }

    @Override
    public void waited(Duration duration) {
        waited.observe(duration);
    }

    @Override
    public void worked(Duration duration) {
        worked.observe(duration);
    }
}
