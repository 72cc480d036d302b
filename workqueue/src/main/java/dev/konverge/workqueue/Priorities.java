package dev.konverge.workqueue;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a queue with priorities chooses: urgent keys first, but nothing starves, neither a low priority nor a quiet group.
 *
 * <p><b>Aging.</b> A point of priority is worth a time of waiting: a key of priority {@code p} stands as if it had been added
 * {@code p} times {@code agingPerPoint} earlier. With the default of 100 ms a point, a key of priority 0 passes one of -100 only
 * if that one was added less than ten seconds before it. So whoever waits is passed by a bounded number of others, however many
 * urgent keys come after.
 *
 * <p><b>Raising.</b> A key that waits and is added with a higher priority keeps the place that it has, gets one at the end of the
 * higher priority as well, and leaves with the one that comes up first: it stands as the best of its adds does. So a raise never
 * delays it, however long it has waited, except by a turn of each other group of the higher priority. Without aging it just goes to
 * the end of the higher priority. An add while the key is worked on gets its place at once too, and is passed over until the key is
 * released.
 *
 * <p><b>Fairness.</b> Inside a priority the groups take turns, and inside a group the order is first in, first out. A group with
 * ten thousand keys delays another group's only key by one hand-out. Turns do not undo the priorities: they are taken by the keys that
 * stand before all those of other priorities. Where dozens of groups would be passed over for that, the key that waits longest goes next.
 *
 * <p>Meant for a handful of different priorities: a hand-out looks at each of those that are waiting.
 *
 * @param agingPerPoint what a point of priority is worth in time; empty is strict priority, under which low ones may starve
 * @param group what the turns are taken by
 */
public record Priorities<K>(Optional<Duration> agingPerPoint, Function<? super K, ? extends @Nullable Object> group) {
    private static final GuardedLog LOG = GuardedLog.of(Priorities.class);

    /** Checks the aging. */
    public Priorities {
        agingPerPoint.ifPresent(aging -> {
            if (aging.isNegative() || aging.isZero() || aging.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("aging must be above zero and up to an hour a point, not " + aging);
            }
        });
    }

    /** The group of a key, null if it cannot be told. The call that needs to know may be anybody's, and another key's. */
    @Nullable
    Object groupOf(K key) {
        try {
            return group.apply(key);
        } catch (Throwable thrown) {
            LOG.error(
                    "the group of a key could not be told",
                    line -> line.addKeyValue("key", key).setCause(thrown));
            return null;
        }
    }

    /** {@return priorities with aging of 100 ms a point, and all keys in one group} */
    public static <K> Priorities<K> aging() {
        return new Priorities<>(Optional.of(Duration.ofMillis(100)), key -> "");
    }

    /** {@return priorities without aging, as controller-runtime has them, and all keys in one group} */
    public static <K> Priorities<K> strict() {
        return new Priorities<>(Optional.empty(), key -> "");
    }

    /** {@return the same with that worth of a point} */
    public Priorities<K> withAgingPerPoint(Duration aging) {
        return new Priorities<>(Optional.of(aging), group);
    }

    /**
     * {@return the same with turns between the groups that {@code group} tells}, a namespace for example.
     *
     * <p>Called under the lock, once for each time that a key gets in line. Groups must be immutable, and their {@code equals} must not fail.
     * Null is a group like others; it is also that of the keys for which {@code group} throws, which is logged: no key is lost by it.
     */
    public Priorities<K> withGroups(Function<? super K, ? extends @Nullable Object> by) {
        return new Priorities<>(agingPerPoint, by);
    }
}
