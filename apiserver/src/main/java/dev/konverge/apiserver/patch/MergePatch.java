package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Merge patch as the API server understands it: RFC 7386, and nulls inside of a list that replaces something are dropped from
 * the objects there too.
 */
public final class MergePatch {
    private MergePatch() {}

    /**
     * {@return the object with the patch applied}
     *
     * @throws StatusException 400 if the patch is not an object
     */
    public static Json.Obj apply(Json.Obj object, Json patch) {
        if (patch instanceof Json.Null) {
            throw Failures.badRequest("Invalid JSON Patch");
        }
        if (patch instanceof Json.Obj changes) {
            return merge(object, changes);
        }
        throw Failures.badRequest("error decoding patch: json: cannot unmarshal " + GoFormat.jsonName(patch)
                + " into Go value of type map[string]interface {}");
    }

    private static Json.Obj merge(Json.Obj object, Json.Obj patch) {
        // What a patch touches is written anew, with its fields in order; messages quote it.
        Map<String, Json> fields = new TreeMap<>(object.fields());
        for (Map.Entry<String, Json> change : patch.fields().entrySet()) {
            String name = change.getKey();
            Json value = change.getValue();
            if (value instanceof Json.Null) {
                fields.remove(name);
            } else if (!(fields.get(name) instanceof Json.Obj present)) {
                fields.put(name, withoutNulls(value));
            } else {
                fields.put(name, value instanceof Json.Obj inner ? merge(present, inner) : value);
            }
        }
        return new Json.Obj(fields);
    }

    private static Json withoutNulls(Json value) {
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
            List<Json> items = new ArrayList<>(array.items().size());
            array.items().forEach(item -> items.add(withoutNulls(item)));
            return new Json.Arr(items);
        }
        return value;
    }
}
