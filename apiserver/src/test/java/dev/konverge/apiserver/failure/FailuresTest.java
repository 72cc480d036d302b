package dev.konverge.apiserver.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The texts of §1.2. */
class FailuresTest {
    private static final GroupResource FOOS = new GroupResource("example.com", "foos");
    private static final GroupResource PODS = new GroupResource("", "pods");

    @Test
    @DisplayName("§1.2: the whole of a Status, in its order")
    void aStatusIsWrittenInOrder() {
        assertThat(Failures.notFound(FOOS, "a").status().toString())
                .isEqualTo(
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":"
                                + "\"foos.example.com \\\"a\\\" not found\",\"reason\":\"NotFound\",\"details\":{\"name\":\"a\",\"group\":"
                                + "\"example.com\",\"kind\":\"foos\"},\"code\":404}");
        assertThat(Failures.tooLargeVersion(900, 12, 1).status().toString())
                .isEqualTo(
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":"
                                + "\"Timeout: Too large resource version: 900, current: 12\",\"reason\":\"Timeout\",\"details\":{\"causes\":"
                                + "[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}],"
                                + "\"retryAfterSeconds\":1},\"code\":504}");
    }

    @Test
    @DisplayName("§1.2: messages and codes")
    void messagesAndCodes() {
        check(Failures.alreadyExists(PODS, "p"), 409, "AlreadyExists", "pods \"p\" already exists");
        check(
                Failures.beingDeleted(PODS, "p"),
                409,
                "AlreadyExists",
                "object is being deleted: pods \"p\" already exists");
        check(
                Failures.generateNameConflict(PODS, "p"),
                409,
                "AlreadyExists",
                "pods \"p\" already exists, the server was not able to generate a unique name for the object");
        check(
                Failures.modified(FOOS, "a"),
                409,
                "Conflict",
                "Operation cannot be fulfilled on foos.example.com \"a\": the object has been modified; please apply your "
                        + "changes to the latest version and try again");
        check(Failures.forbidden(FOOS, "a", "no"), 403, "Forbidden", "foos.example.com \"a\" is forbidden: no");
        check(Failures.forbidden(FOOS, "", "no"), 403, "Forbidden", "foos.example.com is forbidden: no");
        check(Failures.forbidden(new GroupResource("", ""), "", "no"), 403, "Forbidden", "forbidden: no");
        check(Failures.unauthorized(), 401, "Unauthorized", "Unauthorized");
        check(
                Failures.verbNotSupported(FOOS, "update"),
                405,
                "MethodNotAllowed",
                "update is not supported on resources of kind \"foos.example.com\"");
        check(
                Failures.tooLarge("limit is 3145728"),
                413,
                "RequestEntityTooLarge",
                "Request entity too large: limit is 3145728");
        check(
                Failures.notAcceptable(List.of("a/b", "c/d")),
                406,
                "NotAcceptable",
                "only the following media types are accepted: a/b, c/d");
        check(Failures.internal("broken"), 500, "InternalError", "Internal error occurred: broken");
        check(Failures.untyped("broken"), 500, "", "broken");
        check(Failures.timeout("late", 0), 504, "Timeout", "Timeout: late");
    }

    private static void check(StatusException failure, int code, String reason, String message) {
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.getMessage()).isEqualTo(message);
    }
}
