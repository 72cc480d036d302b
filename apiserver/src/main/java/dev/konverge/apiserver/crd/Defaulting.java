package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills in the defaults of a schema, and drops nulls that it does not allow. */
final class Defaulting {
    private final Nulls nulls;

    private Defaulting(Nulls nulls) {
        this.nulls = nulls;
    }

    /** What becomes of a null where the schema wants something and has no default. */
    enum Nulls {
        DROPPED,
        KEPT
    }

    /** {@return the object with its defaults; the same instance if nothing changed} */
    static Json.Obj apply(Json.Obj object, SchemaNode schema, Nulls nulls) {
        return (Json.Obj) new Defaulting(nulls).value(object, schema);
    }

    private Json value(Json value, @Nullable SchemaNode schema) {
        return switch (value) {
            case Json.Obj object -> object(object, schema);
            case Json.Arr array -> array(array, schema);
            case Json.Str text -> text;
            case Json.Int number -> number;
            case Json.Dec number -> number;
            case Json.Bool flag -> flag;
            case Json.Null nothing -> nothing;
        };
    }

    private Json object(Json.Obj object, @Nullable SchemaNode schema) {
        Map<String, Json> changed = null;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            SchemaNode field = schema == null ? null : schema.field(entry.getKey());
            Json before = entry.getValue();
            Json after = before;
            if (before instanceof Json.Null && field != null && !field.nullable()) {
                after = field.defaultValue() == null && nulls == Nulls.KEPT ? before : field.defaultValue();
            }
            after = after == null ? null : value(after, field);
            if (!Identity.same(after, before)) {
                changed = changed == null ? new LinkedHashMap<>(object.fields()) : changed;
                if (after == null) {
                    changed.remove(entry.getKey());
                } else {
                    changed.put(entry.getKey(), after);
                }
            }
        }
        if (schema != null) {
            for (Map.Entry<String, SchemaNode> property : schema.properties().entrySet()) {
                Json stated = property.getValue().defaultValue();
                if (stated != null && object.get(property.getKey()) == null) {
                    changed = changed == null ? new LinkedHashMap<>(object.fields()) : changed;
                    changed.put(property.getKey(), value(stated, property.getValue()));
                }
            }
        }
        return changed == null ? object : new Json.Obj(changed);
    }

    private Json array(Json.Arr array, @Nullable SchemaNode schema) {
        SchemaNode items = schema == null ? null : schema.items();
        if (items == null) {
            return array;
        }
        List<Json> changed = null;
        for (int i = 0; i < array.items().size(); i++) {
            Json before = array.items().get(i);
            Json stated = items.defaultValue();
            Json filled = before instanceof Json.Null && !items.nullable() && stated != null ? stated : before;
            Json after = value(filled, items);
            if (!Identity.same(after, before)) {
                changed = changed == null ? new ArrayList<>(array.items()) : changed;
                changed.set(i, after);
            }
        }
        return changed == null ? array : new Json.Arr(changed);
    }
}
