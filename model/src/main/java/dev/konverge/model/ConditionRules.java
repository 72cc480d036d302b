package dev.konverge.model;

import org.jspecify.annotations.Nullable;

/** What {@link Condition} can do beyond holding its fields. */
sealed interface ConditionRules permits Condition {
    @Nullable
    String status();

    /** {@return whether the condition holds} */
    default boolean isTrue() {
        return Conditions.TRUE.equals(status());
    }

    /** {@return whether the condition does not hold; an unknown status is neither true nor false} */
    default boolean isFalse() {
        return Conditions.FALSE.equals(status());
    }
}
