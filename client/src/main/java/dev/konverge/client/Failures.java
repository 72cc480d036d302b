package dev.konverge.client;

import dev.konverge.client.ApiException.Problem;
import dev.konverge.client.transport.BrokenBodyException;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.TransportException;
import dev.konverge.model.Status;
import dev.konverge.model.StatusCause;
import dev.konverge.model.StatusDetails;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.ProtoEnvelope;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns answers that are failures, and missing answers, into the right {@link ApiException}. */
final class Failures {
    /** How much of an answer that is no status is kept as its cause. */
    static final int MAX_TEXT = 2048;

    private static final int MAX_WORDS = 120;
    private static final FieldNames KIND = FieldNames.of("kind");

    /** What an API server says of a path of a kind that is not defined. */
    private static final String UNSERVED = "404 page not found";

    private Failures() {}

    /** {@return the failure that an answer with such a status code is} */
    static ApiException ofAnswer(Operation operation, String method, int code, Headers headers, byte[] body) {
        String contentType = headers.first("Content-Type").orElse("");
        Optional<Status> sent = status(contentType, body);
        if (sent.isPresent()) {
            return ofStatus(operation, withRetryAfter(sent.get(), headers));
        }
        Status generic = generic(method, code, headers, contentType, body);
        if (looksForeign(contentType, body)) {
            return new ApiException.NotKubernetes(
                    problem(operation, generic, foreign("HTTP status " + code, contentType, body)));
        }
        return ofStatus(operation, generic);
    }

    /** {@return the failure that a status stands for} */
    static ApiException ofStatus(Operation operation, Status status) {
        Integer known = status.code();
        int code = known == null ? 0 : known;
        String reason = status.reason() == null ? "" : status.reason();
        String said = status.message() == null || status.message().isEmpty() ? "no message" : status.message();
        String label = (code == 0 ? "" : Integer.toString(code)) + (reason.isEmpty() ? "" : " " + reason);
        Problem problem = problem(operation, status, said + (label.isEmpty() ? "" : " (" + label.strip() + ")"));
        return ofReason(reason, code, problem);
    }

    /** As client-go does, the reason decides, and the code where the reason says nothing (RC-20). */
    private static ApiException ofReason(String reason, int code, Problem problem) {
        return switch (reason) {
            case "NotFound" -> new ApiException.NotFound(problem);
            case "AlreadyExists" -> new ApiException.AlreadyExists(problem);
            case "Conflict" -> new ApiException.Conflict(problem);
            case "Invalid" -> new ApiException.Invalid(problem);
            case "BadRequest" -> new ApiException.BadRequest(problem);
            case "Gone", "Expired" -> new ApiException.Gone(problem);
            case "TooManyRequests" -> new ApiException.Throttled(problem);
            case "Forbidden" -> new ApiException.Forbidden(problem);
            case "Unauthorized" -> new ApiException.Unauthorized(problem);
            case "MethodNotAllowed" -> new ApiException.MethodNotAllowed(problem);
            case "NotAcceptable", "UnsupportedMediaType" -> new ApiException.Unsupported(problem);
            case "RequestEntityTooLarge" -> new ApiException.TooLarge(problem);
            case "InternalError", "ServiceUnavailable", "StoreReadError" ->
                code == 429 ? new ApiException.Throttled(problem) : new ApiException.ServerError(problem);
            case "Timeout", "ServerTimeout" -> new ApiException.Timeout(problem);
            default -> ofCode(code, problem);
        };
    }

    private static ApiException ofCode(int code, Problem problem) {
        return switch (code) {
            case 400 -> new ApiException.BadRequest(problem);
            case 401 -> new ApiException.Unauthorized(problem);
            case 403 -> new ApiException.Forbidden(problem);
            case 404 -> new ApiException.NotFound(problem);
            case 405 -> new ApiException.MethodNotAllowed(problem);
            case 406, 415 -> new ApiException.Unsupported(problem);
            case 408, 504 -> new ApiException.Timeout(problem);
            case 409 -> new ApiException.Conflict(problem);
            case 410 -> new ApiException.Gone(problem);
            case 413 -> new ApiException.TooLarge(problem);
            case 422 -> new ApiException.Invalid(problem);
            case 429 -> new ApiException.Throttled(problem);
            default -> code >= 500 ? new ApiException.ServerError(problem) : new ApiException.Other(problem);
        };
    }

    /** {@return the failure of an answer that broke off, or did not go on in time} */
    static RuntimeException ofBrokenBody(Operation operation, int code, long bytes, IOException cause) {
        if (cause instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
            return CancelledException.of(operation, (InterruptedException)
                    new InterruptedException("interrupted while reading").initCause(cause));
        }
        boolean slow = cause instanceof SocketTimeoutException
                || (cause instanceof BrokenBodyException broken
                        && broken.failure() instanceof TransportException.TimedOut);
        String message = (slow ? "the answer stopped after " : "the connection broke after ") + bytes
                + " bytes of the answer: " + reasonOf(cause);
        Problem problem = new Problem(operation, failure(code, "", message, null), operation + ": " + message, cause);
        return slow ? new ApiException.Timeout(problem) : new ApiException.ConnectionLost(problem);
    }

    /** {@return the failure of a request without an answer} */
    static ApiException unreachable(Operation operation, TransportException cause) {
        String message = reasonOf(cause);
        Problem problem = new Problem(operation, failure(0, "", message, null), operation + ": " + message, cause);
        return cause instanceof TransportException.TimedOut
                ? new ApiException.Timeout(problem)
                : new ApiException.Unreachable(problem);
    }

    /** {@return the failure of an answer that should have been an object and is not} */
    static ApiException undecodable(Operation operation, int code, String contentType, byte[] body, Throwable cause) {
        if (looksForeign(contentType, body)) {
            String message = foreign("HTTP status " + code, contentType, body);
            return new ApiException.NotKubernetes(
                    new Problem(operation, failure(code, "", message, null), operation + ": " + message, cause));
        }
        return undecodable(operation, code, contentType, cause);
    }

    /** {@return the failure of an answer of the right kind with the wrong content} */
    static ApiException undecodable(Operation operation, int code, String contentType, Throwable cause) {
        String message = "the answer (" + (contentType.isEmpty() ? "of no content type" : contentType)
                + ") cannot be read: " + reasonOf(cause);
        return new ApiException.Undecodable(
                new Problem(operation, failure(code, "", message, null), operation + ": " + message, cause));
    }

    /** {@return the failure of an empty answer where an object was expected (RC-21)} */
    static ApiException empty(Operation operation, int code, String contentType) {
        String message = "0-length response with status code: " + code + " and content type: " + contentType;
        return new ApiException.Undecodable(problem(operation, failure(code, "", message, null), message));
    }

    /** {@return the failure of something that took too long here} */
    static ApiException timeout(Operation operation, String message) {
        return new ApiException.Timeout(problem(operation, failure(0, "Timeout", message, null), message));
    }

    /** {@return the failure of a server that breaks the protocol} */
    static ApiException internal(Operation operation, String message) {
        return new ApiException.Undecodable(problem(operation, failure(500, "InternalError", message, null), message));
    }

    /** {@return the status in a body, if there is one and it is a failure} */
    static Optional<Status> status(String contentType, byte[] body) {
        try {
            Status status;
            if (ProtoEnvelope.isOne(body)) {
                ProtoEnvelope envelope = ProtoEnvelope.open(body, 0, body.length);
                if (!envelope.kind().equals("Status")) {
                    return Optional.empty();
                }
                status = Status.CODEC.readProto(envelope.content(DecodeOptions.STANDARD));
            } else if ((contentType.isEmpty() || contentType.contains("json")) && isStatus(body)) {
                status = Status.CODEC.read(new JsonReader(body));
            } else {
                return Optional.empty();
            }
            return status.status() == null || status.isSuccess() ? Optional.empty() : Optional.of(status);
        } catch (DecodeException notAStatus) {
            return Optional.empty();
        }
    }

    /**
     * {@return whether a JSON document says that it is a status}
     *
     * @throws DecodeException if it is none
     */
    static boolean isStatus(byte[] json) {
        JsonReader in = new JsonReader(json);
        String kind = null;
        if (in.beginObject(0)) {
            for (int f = in.firstField(KIND); f != FieldNames.END; f = in.nextField(KIND)) {
                if (f == 0) {
                    kind = in.readString();
                } else {
                    in.skipValue();
                }
            }
        }
        return "Status".equals(kind);
    }

    /** The status that the code alone stands for, with what was sent instead of one as its cause (RC-19). */
    private static Status generic(String method, int code, Headers headers, String contentType, byte[] body) {
        String text = isText(contentType, body) ? excerpt(body, MAX_TEXT) : "unknown";
        StatusDetails details = StatusDetails.builder()
                .causes(List.of(StatusCause.builder()
                        .reason("UnexpectedServerResponse")
                        .message(text)
                        .build()))
                .retryAfterSeconds(retryAfterSeconds(headers))
                .build();
        String said = text.equals("unknown") || text.isBlank() ? "" : ": " + words(body);
        String hint = code == 404 && text.startsWith(UNSERVED) ? "; it serves no such group, version or kind" : "";
        return failure(code, reasonFor(method, code), "the server answered " + code + said + hint, details);
    }

    private static Status failure(int code, String reason, String message, @Nullable StatusDetails details) {
        return Status.builder()
                .status("Failure")
                .code(code == 0 ? null : code)
                .reason(reason.isEmpty() ? null : reason)
                .message(message)
                .details(details)
                .build();
    }

    static String reasonFor(String method, int code) {
        return switch (code) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 406 -> "NotAcceptable";
            case 409 -> method.equals("POST") ? "AlreadyExists" : "Conflict";
            case 410 -> "Gone";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> code >= 500 ? "InternalError" : "";
        };
    }

    private static Status withRetryAfter(Status status, Headers headers) {
        Integer seconds = retryAfterSeconds(headers);
        if (seconds == null || status.findRetryAfter().isPresent()) {
            return status;
        }
        StatusDetails details =
                status.details() == null ? StatusDetails.builder().build() : status.details();
        return status.toBuilder()
                .details(details.toBuilder().retryAfterSeconds(seconds).build())
                .build();
    }

    /** {@return what a Retry-After header says, or null; only whole seconds are understood (RC-14)} */
    static @Nullable Integer retryAfterSeconds(Headers headers) {
        String text = headers.first("Retry-After").orElse("").strip();
        if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return Integer.valueOf(text);
    }

    private static boolean looksForeign(String contentType, byte[] body) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return type.contains("html")
                || type.contains("xml")
                || excerpt(body, 64).stripLeading().startsWith("<");
    }

    private static String foreign(String what, String contentType, byte[] body) {
        return "this is not a Kubernetes API server, or something stands in between: the answer (" + what + ") is "
                + (contentType.isEmpty() ? "of no content type" : contentType) + " and begins \"" + words(body) + "\"";
    }

    private static boolean isText(String contentType, byte[] body) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.contains("json")
                || (type.isEmpty()
                        && excerpt(body, 64).chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t'));
    }

    /** {@return the first words of a text for people, without markup and line ends} */
    static String words(byte[] body) {
        String plain = excerpt(body, MAX_TEXT)
                .replaceAll("(?is)<(script|style)\\b.*?(</\\1>|$)", " ")
                .replaceAll("<[^>]*>?", " ")
                .replaceAll("\\p{Cntrl}+", " ")
                .replaceAll("\\s+", " ")
                .strip();
        return plain.length() <= MAX_WORDS ? plain : plain.substring(0, MAX_WORDS) + "…";
    }

    private static String excerpt(byte[] body, int max) {
        return new String(body, 0, Math.min(body.length, max), StandardCharsets.UTF_8);
    }

    private static Problem problem(Operation operation, Status status, String message) {
        return new Problem(operation, status, operation + ": " + message, null);
    }

    static String reasonOf(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isEmpty() ? cause.getClass().getSimpleName() : message;
    }
}
