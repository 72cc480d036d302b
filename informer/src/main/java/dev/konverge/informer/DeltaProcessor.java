package dev.konverge.informer;

import java.util.List;

/**
 * The consumer of a delta queue.
 *
 * <p>What it throws passes through {@link DeltaQueue#pop}; the deltas are gone from the queue all the same.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface DeltaProcessor<T> {
    /**
     * Takes deltas of one key, oldest first, or a single delta of the whole collection.
     *
     * @param deltas at least one
     * @param isInInitialList whether they belong to the first list
     */
    void process(List<? extends Delta<T>> deltas, boolean isInInitialList);

    /**
     * Takes deltas of different keys, oldest first.
     *
     * @param batch at least two, with no key twice
     * @param isInInitialList whether they belong to the first list
     */
    default void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        for (Delta.OfObject<T> delta : batch) {
            process(List.of(delta), isInInitialList);
        }
    }
}
