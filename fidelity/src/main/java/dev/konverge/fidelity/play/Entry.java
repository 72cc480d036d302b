package dev.konverge.fidelity.play;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server answered to one step.
 *
 * @param step what was done, for people: method and target, or which events were waited for
 * @param status the HTTP status; 0 where there is none: for events, or if no answer came
 * @param headers the headers that clients read, by name; several values of one are joined by line ends
 * @param body the body: a document, or a text, or the list of the events
 */
public record Entry(String step, int status, Map<String, String> headers, Json body) {
    /** The headers that are kept. */
    private static final List<String> KEPT = List.of(
            "Content-Type",
            "Warning",
            "Retry-After",
            "Cache-Control",
            "Allow",
            "Location",
            "Vary",
            "X-Content-Type-Options",
            "Www-Authenticate");

    /** Copies its arguments. */
    public Entry {
        headers = Map.copyOf(headers);
    }

    static List<String> keptHeaders() {
        return KEPT;
    }

    /** {@return this as data} */
    public Json.Obj toJson() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("step", Json.of(step));
        fields.put("status", Json.of(status));
        Map<String, Json> named = new LinkedHashMap<>();
        headers.keySet().stream().sorted().forEach(name -> named.put(name, Json.of(headers.getOrDefault(name, ""))));
        fields.put("headers", new Json.Obj(named));
        fields.put("body", body);
        return new Json.Obj(fields);
    }

    /** {@return the entry that {@link #toJson} made this of} */
    public static Entry of(Json.Obj data) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (data.get("headers") instanceof Json.Obj named) {
            named.fields().forEach((name, value) -> headers.put(name, ((Json.Str) value).value()));
        }
        Json body = data.get("body");
        return new Entry(
                data.get("step") instanceof Json.Str step ? step.value() : "",
                data.get("status") instanceof Json.Int status ? (int) status.value() : 0,
                headers,
                body == null ? Json.Null.INSTANCE : body);
    }
}
