package dev.konverge.apiserver.discovery;

import dev.konverge.model.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON object in the making. */
final class Fields {
    private final Map<String, Json> fields = new LinkedHashMap<>();

    Fields put(String name, String value) {
        return put(name, Json.of(value));
    }

    Fields put(String name, boolean value) {
        return put(name, Json.of(value));
    }

    Fields put(String name, Json value) {
        fields.put(name, value);
        return this;
    }

    Fields put(String name, Fields value) {
        return put(name, value.build());
    }

    Fields put(String name, Collection<Json> values) {
        return put(name, new Json.Arr(List.copyOf(values)));
    }

    Fields putTexts(String name, Collection<String> values) {
        return put(name, values.stream().map(Json::of).toList());
    }

    /** Leaves out an empty text. */
    Fields putIfAny(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    /** Leaves out an empty list. */
    Fields putTextsIfAny(String name, Collection<String> values) {
        return values.isEmpty() ? this : putTexts(name, values);
    }

    Json.Obj build() {
        return new Json.Obj(fields);
    }
}
