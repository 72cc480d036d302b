package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that the elements of sets and of lists with keys are different. */
final class Uniqueness {
    private final List<FieldError> errors = new ArrayList<>();

    private Uniqueness() {}

    static List<FieldError> check(Json.Obj object, SchemaNode schema) {
        Uniqueness run = new Uniqueness();
        run.object(object, schema, "");
        return run.errors;
    }

    private void value(Json value, @Nullable SchemaNode schema, String path) {
        if (schema == null) {
            return;
        }
        if (value instanceof Json.Obj object) {
            object(object, schema, path);
        } else if (value instanceof Json.Arr array) {
            list(array, schema, path);
        }
    }

    private void object(Json.Obj object, SchemaNode schema, String path) {
        object.fields().forEach((name, value) -> {
            SchemaNode property = schema.properties().get(name);
            if (property != null) {
                value(value, property, path.isEmpty() ? name : path + "." + name);
            } else {
                value(value, schema.entry(), path + "[" + name + "]");
            }
        });
    }

    private void list(Json.Arr array, SchemaNode schema, String path) {
        switch (schema.listType()) {
            case "set" -> repeated(array.items(), path);
            case "map" -> keyed(array.items(), schema, path);
            default -> {}
        }
        for (int i = 0; i < array.items().size(); i++) {
            value(array.items().get(i), schema.items(), path + "[" + i + "]");
        }
    }

    private void keyed(List<Json> items, SchemaNode schema, String path) {
        List<Json> keys = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            if (!(item instanceof Json.Obj) && !(item instanceof Json.Null)) {
                errors.add(FieldError.invalid(
                        path + "[" + i + "]", item, "must be an object for an array of list-type map"));
                return;
            }
            Map<String, Json> key = new LinkedHashMap<>();
            for (String name : schema.listKeys().stream().sorted().toList()) {
                Json value = item instanceof Json.Obj object ? object.get(name) : null;
                if (value != null) {
                    key.put(name, value);
                }
            }
            keys.add(new Json.Obj(key));
        }
        repeated(keys, path);
    }

    /** Names the second of equal values, and none behind it. */
    private void repeated(List<Json> values, String path) {
        Map<Json, Integer> times = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (times.merge(values.get(i), 1, Integer::sum) == 2) {
                errors.add(FieldError.duplicate(path + "[" + i + "]", values.get(i)));
            }
        }
    }
}
