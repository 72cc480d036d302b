package dev.konverge.informer;

import dev.konverge.model.ResourceVersion;
import java.util.TreeMap;

/** Which versions are waited for, so that a write need not wake anyone for whom it is too early. Single-threaded. */
final class VersionWaiters {
    /** How many wait for each version. Versions without an order are never waited for. */
    private final TreeMap<ResourceVersion, Integer> waiting = new TreeMap<>(ResourceVersion::compareWith);

    /** {@return whether who waits for {@code wanted} has nothing to wait for any more} */
    static boolean isReached(ResourceVersion reached, ResourceVersion wanted) {
        if (!wanted.isComparable()) {
            return true;
        }
        return reached.isComparable() ? reached.compareWith(wanted) >= 0 : !reached.isNone();
    }

    void add(ResourceVersion wanted) {
        waiting.merge(wanted, 1, Integer::sum);
    }

    void remove(ResourceVersion wanted) {
        waiting.computeIfPresent(wanted, (version, count) -> count == 1 ? null : count - 1);
    }

    /** {@return whether somebody waits for no more than this version} */
    boolean isAnyReachedBy(ResourceVersion reached) {
        return !waiting.isEmpty() && isReached(reached, waiting.firstKey());
    }
}
