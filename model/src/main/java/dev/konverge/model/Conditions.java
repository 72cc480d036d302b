package dev.konverge.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the conditions in the status of an object: at most one of each type, in the order in which they were
 * first set.
 *
 * <p>Lists go in and come out unchanged; a list that needs no change comes out as the same instance, so that a status
 * that did not change need not be sent.
 */
public final class Conditions {
    /** The status of a condition that holds. */
    public static final String TRUE = "True";

    /** The status of a condition that does not hold. */
    public static final String FALSE = "False";

    /** The status of a condition of which nothing is known. */
    public static final String UNKNOWN = "Unknown";

    private Conditions() {}

    /** {@return the condition of that type, if there is one} */
    public static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.type()))
                .findFirst();
    }

    /** {@return whether the condition of that type is there and holds} */
    public static boolean isTrue(List<Condition> conditions, String type) {
        return find(conditions, type).filter(Condition::isTrue).isPresent();
    }

    /** {@return whether the condition of that type is there and does not hold} */
    public static boolean isFalse(List<Condition> conditions, String type) {
        return find(conditions, type).filter(Condition::isFalse).isPresent();
    }

    /**
     * {@return the conditions with one of them set}
     *
     * <p>Status, reason, message and observed generation become those of the new condition. The time of the last
     * transition changes only where the status does: to the time that the new condition states, else to now.
     *
     * @param now the current time, cut to the second
     */
    public static List<Condition> set(List<Condition> conditions, Condition condition, Instant now) {
        List<Condition> result = new ArrayList<>(conditions.size() + 1);
        boolean found = false;
        for (Condition old : conditions) {
            if (!found && Objects.equals(old.type(), condition.type())) {
                found = true;
                result.add(at(condition, transitionTime(old, condition, now)));
            } else {
                result.add(old);
            }
        }
        if (!found) {
            result.add(at(condition, transitionTime(null, condition, now)));
        }
        return result.equals(conditions) ? conditions : List.copyOf(result);
    }

    private static Condition at(Condition condition, @Nullable Instant time) {
        return condition.toBuilder().lastTransitionTime(time).build();
    }

    private static @Nullable Instant transitionTime(@Nullable Condition old, Condition condition, Instant now) {
        if (old != null && Objects.equals(old.status(), condition.status())) {
            return old.lastTransitionTime();
        }
        Instant stated = condition.lastTransitionTime();
        return stated != null ? stated : now.truncatedTo(ChronoUnit.SECONDS);
    }

    /** {@return the conditions without those of that type} */
    public static List<Condition> remove(List<Condition> conditions, String type) {
        if (find(conditions, type).isEmpty()) {
            return conditions;
        }
        return conditions.stream()
                .filter(condition -> !type.equals(condition.type()))
                .toList();
    }
}
