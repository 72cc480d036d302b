package dev.konverge.apiserver.failure;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a {@code Status} in the order in which Kubernetes writes its fields. Empty texts and zeros are left out. */
public final class StatusBuilder {
    private final int code;
    private final String reason;
    private final String message;
    private final Map<String, Json> metadata = new LinkedHashMap<>();
    private final Map<String, Json> details = new LinkedHashMap<>();
    private final List<Json> causes = new ArrayList<>();
    private boolean hasDetails;
    private int retryAfterSeconds;

    private StatusBuilder(int code, String reason, String message) {
        this.code = code;
        this.reason = reason;
        this.message = message;
    }

    /** {@return a failure to build on} */
    public static StatusBuilder failure(int code, String reason, String message) {
        return new StatusBuilder(code, reason, message);
    }

    /** Says what the request was about; an empty part is left out. */
    public StatusBuilder about(String name, String group, String kind) {
        hasDetails = true;
        put(details, "name", name);
        put(details, "group", group);
        put(details, "kind", kind);
        return this;
    }

    /** Has details, even if nothing is in them. */
    public StatusBuilder emptyDetails() {
        hasDetails = true;
        return this;
    }

    /** Adds a cause; an empty part is left out. */
    public StatusBuilder cause(String type, String text, String field) {
        hasDetails = true;
        Map<String, Json> cause = new LinkedHashMap<>();
        put(cause, "reason", type);
        put(cause, "message", text);
        put(cause, "field", field);
        causes.add(new Json.Obj(cause));
        return this;
    }

    /** Says when to come back. */
    public StatusBuilder retryAfter(int seconds) {
        hasDetails = true;
        retryAfterSeconds = seconds;
        return this;
    }

    /** Gives a token to go on with a list. */
    public StatusBuilder continueWith(String token) {
        put(metadata, "continue", token);
        return this;
    }

    /** {@return the object} */
    public Json.Obj build() {
        Map<String, Json> out = new LinkedHashMap<>();
        out.put("kind", Json.of("Status"));
        out.put("apiVersion", Json.of("v1"));
        out.put("metadata", new Json.Obj(metadata));
        out.put("status", Json.of("Failure"));
        put(out, "message", message);
        put(out, "reason", reason);
        if (hasDetails) {
            if (!causes.isEmpty()) {
                details.put("causes", new Json.Arr(causes));
            }
            if (retryAfterSeconds > 0) {
                details.put("retryAfterSeconds", Json.of((long) retryAfterSeconds));
            }
            out.put("details", new Json.Obj(details));
        }
        out.put("code", Json.of((long) code));
        return new Json.Obj(out);
    }

    /** {@return the exception that carries the object} */
    public StatusException exception() {
        return new StatusException(build());
    }

    private static void put(Map<String, Json> into, String name, String value) {
        if (!value.isEmpty()) {
            into.put(name, Json.of(value));
        }
    }
}
