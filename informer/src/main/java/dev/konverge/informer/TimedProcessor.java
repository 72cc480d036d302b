package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.List;

/** Counts what a processor does, and how long it takes. Figures that cannot be counted change nothing about what was done. */
record TimedProcessor<T>(String informer, Clock clock, InformerMetrics metrics, DeltaProcessor<T> processor)
        implements DeltaProcessor<T> {
    private static final GuardedLog LOG = GuardedLog.of(TimedProcessor.class);

    @Override
    public void process(List<? extends Delta<T>> deltas, boolean isInInitialList) {
        long start = clock.nanoTime();
        try {
            processor.process(deltas, isInInitialList);
        } finally {
            count(deltas.size(), start);
        }
    }

    @Override
    public void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        long start = clock.nanoTime();
        try {
            processor.processBatch(batch, isInInitialList);
        } finally {
            count(batch.size(), start);
        }
    }

    private void count(int deltas, long start) {
        try {
            metrics.processed(deltas, Duration.ofNanos(clock.nanoTime() - start));
        } catch (Throwable thrown) {
            LOG.error(
                    "figures could not be counted",
                    line -> line.addKeyValue("informer", informer).setCause(thrown));
        }
    }
}
