package dev.konverge.client;

import dev.konverge.client.transport.TransportException;
import dev.konverge.model.Key;
import dev.konverge.model.Status;
import dev.konverge.model.StatusCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong between here and the API server: one case for each thing that a caller can do differently.
 *
 * <p>The message names the operation, the object and the reason. It never holds a header, a query or a request's body, so
 * no token and no secret; of an answer that is not Kubernetes' it holds the first words.
 */
public abstract sealed class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Operation operation;
    private final transient Status status;

    private ApiException(Problem problem) {
        super(problem.message(), problem.cause());
        this.operation = problem.operation();
        this.status = problem.status();
    }

    /** All that an exception is made of, so that each case has a constructor of one argument. */
    record Problem(
            Operation operation,
            Status status,
            String message,
            @Nullable Throwable cause) {}

    /** {@return what was asked for} */
    public Operation operation() {
        return operation;
    }

    /** {@return what the server said; made up from what is known where it said nothing} */
    public Status status() {
        return status;
    }

    /** {@return the HTTP status code, 0 where no answer came} */
    public int code() {
        Integer code = status.code();
        return code == null ? 0 : code;
    }

    /** {@return what exactly was wrong, field by field; empty where the server does not say} */
    public List<StatusCause> causes() {
        return status.causes();
    }

    /** {@return how long the server asks to wait before the request is sent again, if it asks for that} */
    public Optional<Duration> findRetryAfter() {
        return status.findRetryAfter();
    }

    /**
     * {@return whether the same request may well succeed later} What stands before a server says in its own words that it cannot reach it; a
     * transport that was closed stays closed.
     */
    boolean mayPass() {
        if (isOfClosedTransport()) {
            return false;
        }
        return switch (this) {
            case ServerError e -> true;
            case Timeout e -> true;
            case Throttled e -> true;
            case Unreachable e -> true;
            case ConnectionLost e -> true;
            case NotKubernetes e -> code() == 429 || code() >= 500;
            default -> false;
        };
    }

    private boolean isOfClosedTransport() {
        for (Throwable at = getCause(); at != null; at = at.getCause()) {
            if (at instanceof TransportException.Closed) {
                return true;
            }
        }
        return false;
    }

    /** The object, the resource or the path does not exist. */
    public static final class NotFound extends ApiException {
        private static final long serialVersionUID = 1L;

        NotFound(Problem problem) {
            super(problem);
        }

        /**
         * {@return what a look-up in a local copy throws: the same as the server would answer}
         *
         * @param group the API group, empty for core
         * @param resource the resource in the singular, such as {@code deployment}
         * @param key the namespace and name that were looked for
         */
        public static NotFound of(String group, String resource, Key key) {
            String full = group.isEmpty() ? resource : resource + "." + group;
            Status status = Status.builder()
                    .status("Failure")
                    .code(404)
                    .reason("NotFound")
                    .message(full + " \"" + key.name() + "\" not found")
                    .details(d -> d.name(key.name())
                            .group(group.isEmpty() ? null : group)
                            .kind(resource))
                    .build();
            Operation operation = new Operation("get", full, key.toString());
            return new NotFound(new Problem(operation, status, operation + ": " + status.message(), null));
        }
    }

    /** There is an object of that name already. */
    public static final class AlreadyExists extends ApiException {
        private static final long serialVersionUID = 1L;

        AlreadyExists(Problem problem) {
            super(problem);
        }
    }

    /** The object has changed since it was read, or another manager owns a field; read it again and decide anew. */
    public static final class Conflict extends ApiException {
        private static final long serialVersionUID = 1L;

        Conflict(Problem problem) {
            super(problem);
        }
    }

    /** The server understood the object and refuses its content; {@link #causes()} names the fields. */
    public static final class Invalid extends ApiException {
        private static final long serialVersionUID = 1L;

        Invalid(Problem problem) {
            super(problem);
        }
    }

    /** The server did not understand the request. */
    public static final class BadRequest extends ApiException {
        private static final long serialVersionUID = 1L;

        BadRequest(Problem problem) {
            super(problem);
        }
    }

    /** The version asked for is too old, or a list's next page has expired; list again. */
    public static final class Gone extends ApiException {
        private static final long serialVersionUID = 1L;

        Gone(Problem problem) {
            super(problem);
        }
    }

    /** The server has too much to do; {@link #findRetryAfter()} may say when to come back. */
    public static final class Throttled extends ApiException {
        private static final long serialVersionUID = 1L;

        Throttled(Problem problem) {
            super(problem);
        }
    }

    /** The caller is known and not allowed to do this. */
    public static final class Forbidden extends ApiException {
        private static final long serialVersionUID = 1L;

        Forbidden(Problem problem) {
            super(problem);
        }
    }

    /** The server does not accept the caller's credentials, or there were none. */
    public static final class Unauthorized extends ApiException {
        private static final long serialVersionUID = 1L;

        Unauthorized(Problem problem) {
            super(problem);
        }
    }

    /** The resource does not support the verb. */
    public static final class MethodNotAllowed extends ApiException {
        private static final long serialVersionUID = 1L;

        MethodNotAllowed(Problem problem) {
            super(problem);
        }
    }

    /** Server and client have no media type in common for this, on the way there or back. */
    public static final class Unsupported extends ApiException {
        private static final long serialVersionUID = 1L;

        Unsupported(Problem problem) {
            super(problem);
        }
    }

    /** The request is larger than the server takes. */
    public static final class TooLarge extends ApiException {
        private static final long serialVersionUID = 1L;

        TooLarge(Problem problem) {
            super(problem);
        }
    }

    /** The server failed, or is not ready; the same request may succeed later. */
    public static final class ServerError extends ApiException {
        private static final long serialVersionUID = 1L;

        ServerError(Problem problem) {
            super(problem);
        }
    }

    /** The time ran out, here or on the server. A write may have been carried out all the same. */
    public static final class Timeout extends ApiException {
        private static final long serialVersionUID = 1L;

        Timeout(Problem problem) {
            super(problem);
        }
    }

    /** No answer came: no connection, no trust, or the connection broke before an answer. The cause says which. */
    public static final class Unreachable extends ApiException {
        private static final long serialVersionUID = 1L;

        Unreachable(Problem problem) {
            super(problem);
        }
    }

    /** The connection broke in the middle of the answer; a write has been carried out. */
    public static final class ConnectionLost extends ApiException {
        private static final long serialVersionUID = 1L;

        ConnectionLost(Problem problem) {
            super(problem);
        }
    }

    /** Something else than a Kubernetes API server answered, such as a proxy or a login page. */
    public static final class NotKubernetes extends ApiException {
        private static final long serialVersionUID = 1L;

        NotKubernetes(Problem problem) {
            super(problem);
        }
    }

    /** An answer of the right kind whose content cannot be read. */
    public static final class Undecodable extends ApiException {
        private static final long serialVersionUID = 1L;

        Undecodable(Problem problem) {
            super(problem);
        }
    }

    /** Any other refusal; the status tells what there is to know. */
    public static final class Other extends ApiException {
        private static final long serialVersionUID = 1L;

        Other(Problem problem) {
            super(problem);
        }
    }
}
