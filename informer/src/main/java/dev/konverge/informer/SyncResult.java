package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which copies were filled when the waiting ended.
 *
 * @param synced for each copy, by name, whether it was
 */
public record SyncResult(SortedMap<String, Boolean> synced) {
    /** Copies its argument. */
    public SyncResult {
        synced = Collections.unmodifiableSortedMap(new TreeMap<>(synced));
    }

    /** Waits for all of these, no longer than the timeout. {@return which were done} */
    static SyncResult await(Clock clock, Map<String, DoneChecker> checkers, Duration timeout)
            throws InterruptedException {
        long deadline = clock.deadlineAfter(timeout);
        SortedMap<String, Boolean> synced = new TreeMap<>();
        for (Map.Entry<String, DoneChecker> checker : checkers.entrySet()) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - clock.nanoTime()));
            synced.put(checker.getKey(), checker.getValue().await(left));
        }
        return new SyncResult(synced);
    }

    /** {@return whether all were filled} */
    public boolean isComplete() {
        return synced.values().stream().allMatch(done -> done);
    }

    /**
     * {@return this result, if all were filled}
     *
     * @throws IllegalStateException otherwise, with the names of those that were not
     */
    public SyncResult orThrow() {
        if (isComplete()) {
            return this;
        }
        throw new IllegalStateException("failed to sync all caches: "
                + synced.entrySet().stream()
                        .filter(entry -> !entry.getValue())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(", "))
                + ": timed out");
    }
}
