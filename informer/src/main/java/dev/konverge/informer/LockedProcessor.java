package dev.konverge.informer;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Processes deltas while it holds a lock. */
record LockedProcessor<T>(ReentrantLock lock, DeltaProcessor<T> processor) implements DeltaProcessor<T> {
    @Override
    public void process(List<? extends Delta<T>> deltas, boolean isInInitialList) {
        lock.lock();
        try {
            processor.process(deltas, isInInitialList);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        lock.lock();
        try {
            processor.processBatch(batch, isInInitialList);
        } finally {
            lock.unlock();
        }
    }
}
