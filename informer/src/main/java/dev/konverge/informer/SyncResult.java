package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /**
     * Waits for all of these, by whatever names they are to be told. {@return which were done}
     *
     * @param timeout how long to wait for all of them together
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public static SyncResult await(Clock clock, Map<String, ? extends DoneChecker> checkers, Duration timeout)
            throws InterruptedException {
        return await(clock, timeout, checkers.entrySet());
    }

    /**
     * Waits for all of these, such as informers and registrations. {@return which were done, by {@link DoneChecker#name()}}
     *
     * {@snippet :
     * SyncResult.await(platform.clock(), Duration.ofMinutes(1), pods.synced(), services.synced()).orThrow();
     * }
     *
     * @param timeout how long to wait for all of them together
     * @param checkers those of one name count as one
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public static SyncResult await(Clock clock, Duration timeout, DoneChecker... checkers) throws InterruptedException {
        return await(
                clock,
                timeout,
                Stream.of(checkers)
                        .map(checker -> Map.entry(checker.name(), checker))
                        .toList());
    }

    private static SyncResult await(
            Clock clock, Duration timeout, Collection<? extends Map.Entry<String, ? extends DoneChecker>> checkers)
            throws InterruptedException {
        long deadline = clock.deadlineAfter(timeout);
        SortedMap<String, Boolean> synced = new TreeMap<>();
        for (Map.Entry<String, ? extends DoneChecker> checker : checkers) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - clock.nanoTime()));
            synced.merge(checker.getKey(), checker.getValue().await(left), Boolean::logicalAnd);
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
