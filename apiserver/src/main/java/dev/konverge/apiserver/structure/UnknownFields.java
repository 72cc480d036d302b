package dev.konverge.apiserver.structure;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds and drops the fields of an object that its structure does not know. */
public final class UnknownFields {
    private final List<String> found = new ArrayList<>();

    private UnknownFields() {}

    /**
     * An object without unknown fields, and what was dropped.
     *
     * @param object the object; the same instance if nothing was dropped
     * @param unknown the paths of what was dropped, such as {@code spec.containers[0].imag}, in the order of the document
     */
    public record Dropped(Json.Obj object, List<String> unknown) {}

    /** {@return the object without its unknown fields} */
    public static Dropped drop(Json.Obj object, Struct structure) {
        UnknownFields run = new UnknownFields();
        Json.Obj known = run.object(object, structure, "");
        return new Dropped(known, List.copyOf(run.found));
    }

    private Json value(Json value, @Nullable Structure structure, String path) {
        return switch (structure) {
            case Struct struct -> value instanceof Json.Obj object ? object(object, struct, path) : value;
            case Structure.Sequence list -> value instanceof Json.Arr array ? array(array, list, path) : value;
            case Structure.Any ignored -> value;
            case Structure.Scalar ignored -> value;
            case null -> value;
        };
    }

    private Json.Obj object(Json.Obj object, Struct structure, String path) {
        Map<String, Json> kept = null;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            String name = entry.getKey();
            Structure inner = structure.at(name);
            String place = path.isEmpty() ? name : path + '.' + name;
            if (inner == null) {
                found.add(place);
                kept = kept == null ? new LinkedHashMap<>(object.fields()) : kept;
                kept.remove(name);
                continue;
            }
            Json value = value(entry.getValue(), inner, place);
            if (!Identity.same(value, entry.getValue())) {
                kept = kept == null ? new LinkedHashMap<>(object.fields()) : kept;
                kept.put(name, value);
            }
        }
        return kept == null ? object : new Json.Obj(kept);
    }

    private Json.Arr array(Json.Arr array, Structure.Sequence structure, String path) {
        List<Json> kept = null;
        for (int i = 0; i < array.items().size(); i++) {
            Json item = array.items().get(i);
            Json value = value(item, structure.element(), path + '[' + i + ']');
            if (!Identity.same(value, item)) {
                kept = kept == null ? new ArrayList<>(array.items()) : kept;
                kept.set(i, value);
            }
        }
        return kept == null ? array : new Json.Arr(kept);
    }
}
