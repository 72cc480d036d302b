package dev.konverge.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@link Status} can do beyond holding its fields. */
sealed interface StatusRules permits Status {
    @Nullable
    String status();

    @Nullable
    String reason();

    @Nullable
    StatusDetails details();

    /** {@return whether the request succeeded} */
    default boolean isSuccess() {
        return "Success".equals(status());
    }

    /** {@return whether the request failed for that reason, such as {@code NotFound}} */
    default boolean isReason(String reason) {
        return reason.equals(reason());
    }

    /** {@return what exactly was wrong, field by field; empty where the server does not say} */
    default List<StatusCause> causes() {
        StatusDetails details = details();
        return details == null ? List.of() : details.causes();
    }

    /** {@return the first cause with that reason, such as {@code FieldValueInvalid}, if there is one} */
    default Optional<StatusCause> findCause(String reason) {
        return causes().stream().filter(cause -> reason.equals(cause.reason())).findFirst();
    }

    /** {@return how long the server asks to wait before the request is sent again, if it asks for that} */
    default Optional<Duration> findRetryAfter() {
        StatusDetails details = details();
        if (details == null) {
            return Optional.empty();
        }
        Integer seconds = details.retryAfterSeconds();
        if (seconds != null && seconds > 0) {
            return Optional.of(Duration.ofSeconds(seconds));
        }
        // A server that ran out of time asks for another try even where it names no delay.
        return isReason("ServerTimeout") ? Optional.of(Duration.ZERO) : Optional.empty();
    }
}
