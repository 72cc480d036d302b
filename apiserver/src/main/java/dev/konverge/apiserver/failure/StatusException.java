package dev.konverge.apiserver.failure;

import dev.konverge.model.Json;
import java.util.List;

/**
 * A refusal: the {@code Status} that a request ends with.
 *
 * <p>Carries no stack trace of its own: refusals are ordinary answers, thrown by the thousand.
 */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Never serialised in practice; a Json tree is no Serializable. */
    private final transient Json.Obj status;

    private final transient List<String> warnings;

    /** Takes the status to answer with. */
    public StatusException(Json.Obj status) {
        this(status, List.of());
    }

    private StatusException(Json.Obj status, List<String> warnings) {
        super(status.get("message") instanceof Json.Str text ? text.value() : "", null, false, false);
        this.status = status;
        this.warnings = warnings;
    }

    /** {@return the same with what the client is told beside it: the values of headers {@code Warning}} */
    public StatusException withWarnings(List<String> told) {
        return told.isEmpty() ? this : new StatusException(status, List.copyOf(told));
    }

    /** {@return the values of the headers {@code Warning}} */
    public List<String> warnings() {
        return warnings;
    }

    /** {@return the {@code Status} object} */
    public Json.Obj status() {
        return status;
    }

    /** {@return the HTTP status} */
    public int code() {
        return status.get("code") instanceof Json.Int code ? (int) code.value() : 500;
    }

    /** {@return the machine-readable reason, empty if there is none} */
    public String reason() {
        return status.get("reason") instanceof Json.Str text ? text.value() : "";
    }

    /** {@return what is to be said in the header {@code Retry-After}, 0 for no header} */
    public int retryAfterSeconds() {
        return status.get("details") instanceof Json.Obj details
                        && details.get("retryAfterSeconds") instanceof Json.Int seconds
                ? (int) seconds.value()
                : 0;
    }

    /** {@return the first cause's type, empty if there is none} */
    public String firstCause() {
        return status.get("details") instanceof Json.Obj details
                        && details.get("causes") instanceof Json.Arr causes
                        && !causes.items().isEmpty()
                        && causes.items().get(0) instanceof Json.Obj first
                        && first.get("reason") instanceof Json.Str type
                ? type.value()
                : "";
    }
}
