package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.List;

/** Counts what a processor does, and how long it takes. */
record TimedProcessor<T>(Clock clock, InformerMetrics metrics, DeltaProcessor<T> processor)
        implements DeltaProcessor<T> {
    @Override
    public void process(List<? extends Delta<T>> deltas, boolean isInInitialList) {
        long start = clock.nanoTime();
        try {
            processor.process(deltas, isInInitialList);
        } finally {
            metrics.processed(deltas.size(), Duration.ofNanos(clock.nanoTime() - start));
        }
    }

    @Override
    public void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        long start = clock.nanoTime();
        try {
            processor.processBatch(batch, isInInitialList);
        } finally {
            metrics.processed(batch.size(), Duration.ofNanos(clock.nanoTime() - start));
        }
    }
}
