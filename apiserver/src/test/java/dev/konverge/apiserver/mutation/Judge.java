package dev.konverge.apiserver.mutation;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.WatchFeed;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says what is wrong with an answer. */
final class Judge {
    private static final Map<Integer, Set<String>> REASONS = Map.ofEntries(
            Map.entry(400, Set.of("BadRequest")),
            Map.entry(403, Set.of("Forbidden")),
            Map.entry(404, Set.of("NotFound")),
            Map.entry(405, Set.of("MethodNotAllowed")),
            Map.entry(406, Set.of("NotAcceptable")),
            Map.entry(409, Set.of("Conflict", "AlreadyExists")),
            Map.entry(410, Set.of("Expired", "Gone")),
            Map.entry(413, Set.of("RequestEntityTooLarge")),
            Map.entry(415, Set.of("UnsupportedMediaType")),
            Map.entry(422, Set.of("Invalid")),
            Map.entry(429, Set.of("TooManyRequests")),
            Map.entry(500, Set.of("", "InternalError")),
            Map.entry(504, Set.of("Timeout")));
    private static final String NO_PAGE = "404 page not found\n";

    private Judge() {}

    /** What is wrong with an answer to a request by this method, if anything. */
    static Optional<String> complaint(String method, ServerResponse response) {
        return switch (response) {
            case ServerResponse.Watch watch -> ofWatch(watch.status(), watch.feed());
            case ServerResponse.Whole whole
            when whole.status() < 200 || whole.status() > 599 -> Optional.of("no such code as " + whole.status());
            case ServerResponse.Whole whole when whole.status() < 400 -> ofSuccess(whole);
            case ServerResponse.Whole whole -> ofFailure(method, whole);
        };
    }

    private static Optional<String> ofSuccess(ServerResponse.Whole answer) {
        if (!answer.contentType().startsWith("application/json")) {
            return Optional.empty();
        }
        return parse(answer).isPresent() ? Optional.empty() : Optional.of("a body that is not JSON");
    }

    private static Optional<String> ofFailure(String method, ServerResponse.Whole answer) {
        if (answer.status() == 404
                && answer.contentType().startsWith("text/plain")
                && text(answer).equals(NO_PAGE)) {
            return Optional.empty();
        }
        if (answer.contentType().startsWith("application/vnd.kubernetes.protobuf")) {
            return text(answer).startsWith("k8s\0") && text(answer).contains("Status")
                    ? Optional.empty()
                    : Optional.of("no Status in protobuf");
        }
        if (method.equals("HEAD") && answer.body().length == 0) {
            return Optional.empty();
        }
        return parse(answer)
                .map(status -> ofStatus(answer.status(), status))
                .orElseGet(() -> Optional.of("no Status: " + text(answer)));
    }

    private static Optional<String> ofStatus(int code, Json.Obj status) {
        String message = string(status, "message");
        Set<String> reasons = REASONS.get(code);
        if (!string(status, "kind").equals("Status")
                || !string(status, "apiVersion").equals("v1")
                || !(status.get("metadata") instanceof Json.Obj)
                || !string(status, "status").equals("Failure")
                || !Json.of(code).equals(status.get("code"))
                || message.isEmpty()) {
            return Optional.of("an ill-formed Status: " + status);
        }
        if (reasons == null || !reasons.contains(string(status, "reason"))) {
            return Optional.of("a reason that does not go with the code: " + status);
        }
        if (code >= 500 && ServerErrors.find(code, message).isEmpty()) {
            return Optional.of("a failure of the server: " + status);
        }
        return Optional.empty();
    }

    private static Optional<String> ofWatch(int status, WatchFeed feed) {
        try (feed) {
            if (status != 200) {
                return Optional.of("a watch with code " + status);
            }
            // The reader's time is virtual: a watch of an hour is over at once.
            return feed.await(100).stream()
                    .map(Judge::ofFrame)
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Optional<String> ofFrame(byte[] frame) {
        if (frame.length == 0 || frame[0] != '{') {
            return Optional.empty();
        }
        String text = new String(frame, StandardCharsets.UTF_8);
        if (!(Json.parse(text) instanceof Json.Obj event) || !(event.get("object") instanceof Json.Obj object)) {
            return Optional.of("no event: " + text);
        }
        boolean known = List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK").contains(string(event, "type"));
        boolean error = string(event, "type").equals("ERROR");
        if (!known && !error) {
            return Optional.of("an unknown event: " + text);
        }
        return error && object.get("code") instanceof Json.Int code
                ? ofStatus((int) code.value(), object)
                : Optional.empty();
    }

    private static Optional<Json.Obj> parse(ServerResponse.Whole answer) {
        try {
            Json parsed = answer.contentType().startsWith("application/yaml")
                    ? Yaml.parse(text(answer))
                    : Json.parse(answer.body());
            return parsed instanceof Json.Obj object ? Optional.of(object) : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String text(ServerResponse.Whole answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static String string(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }
}
