package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The directive {@code $patch} inside of a strategic merge patch, and what is left of a patch that meets nothing. */
final class Directives {
    static final String PATCH = "$patch";
    static final Json REPLACE = Json.of("replace");
    static final Json DELETE = Json.of("delete");
    static final Json MERGE = Json.of("merge");

    private Directives() {}

    static StatusException unknown(Json directive, Json.Obj patch) {
        return Failures.untyped(
                "unknown patch type: " + GoFormat.plain(directive) + " in map: " + GoFormat.plain(patch));
    }

    static StatusException noMergeKey(Json.Obj item, String key) {
        return Failures.untyped("map: " + GoFormat.plain(item) + " does not contain declared merge key: " + key);
    }

    /** {@return the value without objects that carry a directive, or null if it is one itself} */
    static @Nullable Json dropped(Json value) {
        if (value instanceof Json.Obj object) {
            if (object.get(PATCH) != null) {
                return null;
            }
            Map<String, Json> fields = new LinkedHashMap<>();
            object.fields().forEach((name, inner) -> {
                Json kept = dropped(inner);
                if (kept != null) {
                    fields.put(name, kept);
                }
            });
            return new Json.Obj(fields);
        }
        if (value instanceof Json.Arr array) {
            return droppedList(array);
        }
        return value;
    }

    static Json.Arr droppedList(Json.Arr array) {
        List<Json> items = new ArrayList<>(array.items().size());
        for (Json item : array.items()) {
            Json kept = dropped(item);
            if (kept != null) {
                items.add(kept);
            }
        }
        return new Json.Arr(items);
    }

    /** {@return the value without fields that are null, at any depth} */
    static Json withoutNulls(Json value) {
        if (value instanceof Json.Obj object) {
            Map<String, Json> fields = new LinkedHashMap<>();
            object.fields().forEach((name, inner) -> {
                if (!(inner instanceof Json.Null)) {
                    fields.put(name, withoutNulls(inner));
                }
            });
            return new Json.Obj(fields);
        }
        if (value instanceof Json.Arr array) {
            return new Json.Arr(
                    array.items().stream().map(Directives::withoutNulls).toList());
        }
        return value;
    }
}
