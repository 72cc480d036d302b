package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueMetricsTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final Recorder recorder = new Recorder();
    private final WorkQueue<String> queue =
            WorkQueue.<String>builder(platform).metrics("test", recorder).build();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @AfterEach
    void end() {
        platform.close();
    }

    private static class Recorder implements QueueMetrics, QueueMetrics.Provider {
        private String name = "";
        private QueueMetrics.@Nullable Gauges gauges;
        private int adds;
        private int retries;
        private final List<Long> waits = new ArrayList<>();
        private final List<Long> works = new ArrayList<>();

        @Override
        public QueueMetrics of(String queue, QueueMetrics.Gauges of) {
            name = queue;
            gauges = of;
            return this;
        }

        QueueMetrics.Gauges gauges() {
            return Objects.requireNonNull(gauges);
        }

        @Override
        public void added(int count) {
            adds += count;
        }

        @Override
        public void retried() {
            retries++;
        }

        @Override
        public void waited(Duration duration) {
            waits.add(duration.toMillis());
        }

        @Override
        public void worked(Duration duration) {
            works.add(duration.toMillis());
        }
    }

    @Test
    void theFiguresOfAKeysWayAreThoseOfTheModel() throws Exception { // 6.4; 12.10 TestMetrics
        assertThat(recorder.name).isEqualTo("test");
        queue.add("foo");
        assertThat(recorder.adds).isEqualTo(1);
        assertThat(recorder.gauges().depth()).isEqualTo(1);
        platform.advance(ms(50));

        Claim<String> foo = Objects.requireNonNull(queue.get());
        assertThat(recorder.waits).containsExactly(50L);
        assertThat(recorder.gauges().depth()).isZero();

        queue.add("foo");
        queue.add("foo");
        assertThat(recorder.adds).as("duplicates count once").isEqualTo(2);
        assertThat(recorder.gauges().depth())
                .as("dirty while processing counts")
                .isEqualTo(1);
        platform.advance(ms(25));
        assertThat(recorder.gauges().unfinishedWork()).isEqualTo(ms(25));
        assertThat(recorder.gauges().longestRunningProcessor()).isEqualTo(ms(25));

        foo.close();
        assertThat(recorder.works).containsExactly(25L);
        assertThat(recorder.gauges().depth()).isEqualTo(1);
        assertThat(recorder.gauges().unfinishedWork()).isZero();
        platform.advance(ms(10));
        Claim<String> again = Objects.requireNonNull(queue.get());
        assertThat(recorder.waits).as("since the add, not since the release").containsExactly(50L, 35L);
        again.close();
        again.close();
        assertThat(recorder.works).as("a second close is no work").containsExactly(25L, 0L);
    }

    /** A registry with a lock of its own would otherwise be waited for by who is waited for. */
    @Test
    void aDrainTellsTheMetricsOutsideOfTheLock() throws Exception {
        List<Integer> depths = new ArrayList<>();
        QueueMetrics.Gauges[] gauges = new QueueMetrics.Gauges[1];
        boolean[] draining = {false};
        QueueMetrics.Provider provider = (name, figures) -> {
            gauges[0] = figures;
            return new Recorder() {
                @Override
                public void added(int count) {
                    if (draining[0]) {
                        Task scrape = platform.start("scrape", () -> depths.add(gauges[0].depth()));
                        scrape.close();
                    }
                }
            };
        };
        WorkQueue<String> measured =
                WorkQueue.<String>builder(platform).metrics("drained", provider).build();
        measured.add("key");
        Claim<String> claim = Objects.requireNonNull(measured.get());
        measured.addAfter("key", ms(5));
        Task worker = platform.start("worker", () -> {
            try (Claim<String> again = measured.get()) {
                assertThat(again).isNotNull();
            }
        });
        platform.advance(ms(5));
        draining[0] = true;
        Task drain = platform.start("drain", measured::shutDownWithDrain);
        platform.awaitQuiet();
        claim.close();
        platform.awaitQuiet();
        assertThat(depths).isNotEmpty();
        assertThat(drain.isDone()).isTrue();
        worker.close();
        drain.close();
    }

    @Test
    void unfinishedWorkIsTheSumAndLongestRunningTheMaximum() throws Exception { // 6.4
        queue.add("a");
        queue.add("b");
        Claim<String> a = Objects.requireNonNull(queue.get());
        platform.advance(ms(100));
        Claim<String> b = Objects.requireNonNull(queue.poll());
        platform.advance(ms(10));

        assertThat(recorder.gauges().unfinishedWork()).isEqualTo(ms(120));
        assertThat(recorder.gauges().longestRunningProcessor()).isEqualTo(ms(110));
        a.close();
        assertThat(recorder.gauges().longestRunningProcessor()).isEqualTo(ms(10));
        b.close();
    }

    @Test
    void everyDelayedAddIsARetry() { // 6.4, DQ-1
        queue.addAfter("a", ms(5));
        queue.addAfter("b", Duration.ZERO);
        queue.addRateLimited("c");
        queue.add("d", AddOptions.NOW.withAfter(ms(1)));
        queue.add("e", AddOptions.NOW.withRateLimit());
        queue.add("f", AddOptions.NOW);
        assertThat(recorder.retries).isEqualTo(5);
        assertThat(recorder.adds).isEqualTo(2);
        queue.shutDown();
        queue.addAfter("g", ms(5));
        assertThat(recorder.retries).as("ignored after shutdown").isEqualTo(5);
    }

    @Test
    void aDelayedKeyCountsFromTheEndOfItsDelay()
            throws Exception { // PQ-9; 12.14 TestItemsAreInludedInLenAndMetricsOnceTheyAreReady
        queue.addAfter("a", ms(50));
        assertThat(recorder.gauges().depth()).isZero();
        assertThat(recorder.adds).isZero();
        platform.advance(ms(80));
        assertThat(recorder.gauges().depth()).isEqualTo(1);
        assertThat(recorder.adds).isEqualTo(1);
        Objects.requireNonNull(queue.get()).close();
        assertThat(recorder.waits).containsExactly(30L);
        assertThat(recorder.adds).isEqualTo(1);
    }

    @Test
    void theDepthOfAPriorityMovesExactlyOnce() throws Exception { // PQ-9; 12.14 "updates metrics correctly …"
        var prioritised = WorkQueue.<String>builder(platform)
                .priorities(Priorities.strict())
                .metrics("prioritised", recorder)
                .build();
        prioritised.add("a", AddOptions.NOW.withAfter(ms(10)).withPriority(1));
        assertThat(recorder.gauges().readyByPriority()).isEmpty();
        prioritised.add("a", AddOptions.NOW.withPriority(9));
        assertThat(recorder.gauges().readyByPriority()).isEqualTo(Map.of(9, 1));
        assertThat(recorder.adds).isEqualTo(1);
        platform.advance(ms(10));
        assertThat(recorder.gauges().readyByPriority()).isEqualTo(Map.of(9, 1));
        assertThat(recorder.adds).isEqualTo(1);
        Objects.requireNonNull(prioritised.get()).close();
        assertThat(recorder.gauges().readyByPriority()).isEmpty();
        assertThat(recorder.gauges().depth()).isZero();
    }

    @Test
    void aDroppedQueueHasNoDepth() throws Exception { // 12.10 TestMetricShutdown: nothing refreshes, figures are read
        queue.add("a");
        Claim<String> a = Objects.requireNonNull(queue.get());
        queue.add("b");
        queue.shutDownNow();
        assertThat(recorder.gauges().depth()).isZero();
        a.close();
        platform.advance(Duration.ofHours(1));
        assertThat(recorder.gauges().unfinishedWork()).isZero();
    }

    /** Fails whatever it is told. */
    private static final class Broken implements QueueMetrics {
        @Override
        public void added(int count) {
            throw new IllegalStateException("added");
        }

        @Override
        public void retried() {
            throw new StackOverflowError("retried");
        }

        @Override
        public void waited(Duration duration) {
            throw new IllegalStateException("waited");
        }

        @Override
        public void worked(Duration duration) {
            throw new IllegalStateException("worked");
        }
    }

    @Test
    void metricsThatFailCostNeitherAKeyNorARetryNorAClaim() throws Exception { // WQ-2, WQ-3, WQ-6, DQ-1
        List<QueueMetrics.Gauges> gauges = new ArrayList<>();
        WorkQueue<String> measured = WorkQueue.<String>builder(platform)
                .metrics("broken", (name, figures) -> {
                    gauges.add(figures);
                    return new Broken();
                })
                .build();
        measured.add("a");
        measured.addAfter("b", ms(5));
        measured.addRateLimited("c");
        Objects.requireNonNull(measured.get()).close();
        measured.add("a");
        Objects.requireNonNull(measured.poll()).close();
        platform.advance(ms(5));
        assertThat(gauges.getFirst().depth()).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            try (Claim<String> claim = measured.get()) {
                assertThat(claim).isNotNull();
            }
        }
        assertThat(gauges.getFirst().unfinishedWork()).isZero();
        assertThat(measured.shutDownWithDrain()).isTrue();
    }

    /** Hears nothing, and hands on the gauges. */
    static QueueMetrics.Provider quiet(List<QueueMetrics.Gauges> gauges) {
        return (name, figures) -> {
            gauges.add(figures);
            return new QueueMetrics() {
                @Override
                public void added(int count) {}

                @Override
                public void retried() {}

                @Override
                public void waited(Duration duration) {}

                @Override
                public void worked(Duration duration) {}
            };
        };
    }

    @Test
    void theDepthsOfAllPrioritiesMakeUpTheDepth() throws Exception { // PQ-9
        queue.add("a");
        queue.add("b");
        Claim<String> a = Objects.requireNonNull(queue.get());
        queue.add("a");
        assertThat(queue.len()).as("WQ-2: only b waits").isEqualTo(1);
        assertThat(recorder.gauges().depth()).isEqualTo(2);
        assertThat(recorder.gauges().readyByPriority()).isEqualTo(Map.of(0, 2));
        a.close();
    }
}
