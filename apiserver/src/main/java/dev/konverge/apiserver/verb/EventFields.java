package dev.konverge.apiserver.verb;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of an Event, which have other names in {@code events.k8s.io} than in the core group. */
final class EventFields {
    private static final Map<String, String> TO_CORE = Map.of(
            "regarding", "involvedObject",
            "note", "message",
            "reportingController", "reportingComponent",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count");

    private static final Map<String, String> FROM_CORE = inverse(TO_CORE);

    private EventFields() {}

    static Json.Obj toCore(Json.Obj event) {
        return renamed(event, TO_CORE);
    }

    static Json.Obj fromCore(Json.Obj event) {
        return renamed(event, FROM_CORE);
    }

    private static Json.Obj renamed(Json.Obj event, Map<String, String> names) {
        Map<String, Json> fields = new LinkedHashMap<>();
        event.fields().forEach((name, value) -> fields.put(names.getOrDefault(name, name), value));
        return new Json.Obj(fields);
    }

    private static Map<String, String> inverse(Map<String, String> names) {
        Map<String, String> inverse = new HashMap<>();
        names.forEach((from, to) -> inverse.put(to, from));
        return inverse;
    }
}
