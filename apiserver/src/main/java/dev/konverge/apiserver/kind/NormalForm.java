package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import dev.konverge.model.TimeFormat;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The form in which Kubernetes keeps and writes objects of built-in types, and the defaults that come with it.
 *
 * <p>Kubernetes reads an object into a typed value, lets a function for each type fill in defaults, from the outside in, and writes the
 * value back. This does the same to a tree in one walk along the schema: what the type does not have is dropped, a zero value that
 * Kubernetes would not write is dropped, {@linkplain TypeDefaults defaults} are filled in, what is always written is there, fields
 * come in the order of the type, quantities and times are written the canonical way. A part that is in normal form already is not copied.
 *
 * <p>Values of the wrong type are left alone: telling of them is the decoder's business.
 */
final class NormalForm {
    private static final String JSON_SCHEMA =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

    private final Schema schema;
    private final TypeDefaults defaults;

    NormalForm(Schema schema, TypeDefaults defaults) {
        this.schema = schema;
        this.defaults = defaults;
    }

    /** {@return an object of that type in normal form} */
    Json.Obj of(Json.Obj object, String type) {
        return object(object, schema.type(type));
    }

    private Json.Obj object(Json.Obj object, TypeDef type) {
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(type.fields().size());
        // A kind may be embedded in another, as a claim is in a StatefulSet; its name is no field of its type.
        keep(object, "apiVersion", fields);
        keep(object, "kind", fields);
        for (FieldDef field : type.fields()) {
            Json value = object.get(field.name());
            if (value != null && !isAbsent(value, field)) {
                fields.put(field.name(), value);
            }
        }
        defaults.fill(type, fields);
        return same(object, ordered(fields, type));
    }

    private static void keep(Json.Obj object, String name, Map<String, Json> fields) {
        if (object.get(name) instanceof Json.Str text && !text.value().isEmpty()) {
            fields.put(name, text);
        }
    }

    private Map<String, Json> ordered(Map<String, Json> fields, TypeDef type) {
        Map<String, Json> ordered = LinkedHashMap.newLinkedHashMap(fields.size());
        copy("apiVersion", fields, ordered);
        copy("kind", fields, ordered);
        for (FieldDef field : type.fields()) {
            Json value = fields.get(field.name());
            Json normal = value == null ? null : value(value, field.shape());
            if (normal != null && isEmpty(normal) && field.presence() == Presence.ZERO_IS_ABSENT) {
                normal = null;
            }
            if (normal == null && field.presence() == Presence.ALWAYS) {
                normal = zero(field.shape());
            }
            if (normal != null) {
                ordered.put(field.name(), normal);
            }
        }
        return ordered;
    }

    private static void copy(String name, Map<String, Json> from, Map<String, Json> to) {
        Json value = from.get(name);
        if (value != null) {
            to.put(name, value);
        }
    }

    private Json value(Json value, Shape shape) {
        return switch (shape) {
            case Shape.Scalar ignored -> value;
            case Shape.Ref ref -> typed(value, ref.type());
            case Shape.ListOf list -> value instanceof Json.Arr array ? items(array, list.element()) : value;
            case Shape.MapOf map -> value instanceof Json.Obj object ? entries(object, map.value()) : value;
        };
    }

    private Json typed(Json value, String name) {
        TypeDef type = schema.type(name);
        return switch (type.form()) {
            case OBJECT -> value instanceof Json.Obj object ? object(object, type) : value;
            case QUANTITY -> quantity(value);
            case TIME -> time(value, TimeFormat.TIME);
            case MICRO_TIME -> time(value, TimeFormat.MICRO_TIME);
            case SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL -> jsonSchemas(value);
            case INT_OR_STRING, RAW_EXTENSION, FIELDS_V1, PATCH, JSON, SCHEMA_OR_STRING_ARRAY -> value;
        };
    }

    private Json jsonSchemas(Json value) {
        return switch (value) {
            case Json.Obj object -> object(object, schema.type(JSON_SCHEMA));
            case Json.Arr array -> items(array, new Shape.Ref(JSON_SCHEMA));
            default -> value;
        };
    }

    private Json items(Json.Arr array, Shape element) {
        if (element instanceof Shape.Scalar) {
            return array;
        }
        List<Json> normal = null;
        for (int i = 0; i < array.items().size(); i++) {
            Json before = array.items().get(i);
            Json after = value(before instanceof Json.Null ? Json.Obj.EMPTY : before, element);
            if (normal == null && !Tree.isSame(after, before)) {
                normal = new ArrayList<>(array.items());
            }
            if (normal != null) {
                normal.set(i, after);
            }
        }
        return normal == null ? array : new Json.Arr(normal);
    }

    private Json entries(Json.Obj object, Shape element) {
        Map<String, Json> normal = null;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            Json after = entry.getValue() instanceof Json.Null
                    ? zero(element)
                    : value(entry.getValue(), element);
            if (normal == null && !Tree.isSame(after, entry.getValue())) {
                normal = new LinkedHashMap<>(object.fields());
            }
            if (normal != null) {
                normal.put(entry.getKey(), after);
            }
        }
        return normal == null ? object : new Json.Obj(normal);
    }

    private static Json quantity(Json value) {
        String text = value instanceof Json.Str string ? string.value() : value.toString();
        try {
            String served = Quantity.parse(text).asServed().toString();
            return value instanceof Json.Str string && string.value().equals(served) ? value : Json.of(served);
        } catch (IllegalArgumentException | ArithmeticException notOne) {
            return value;
        }
    }

    private static Json time(Json value, TimeFormat format) {
        if (!(value instanceof Json.Str text)) {
            return value;
        }
        try {
            String served = format.format(format.parse(text.value()));
            return served.equals(text.value()) ? value : Json.of(served);
        } catch (IllegalArgumentException notOne) {
            return value;
        }
    }

    private Json zero(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> Json.of("");
                    case BOOL -> Json.Bool.FALSE;
                    case INT32, INT64, DOUBLE -> Json.of(0L);
                    case BYTES -> Json.Null.INSTANCE;
                };
            case Shape.Ref ref -> zero(schema.type(ref.type()));
            case Shape.ListOf ignored -> Json.Null.INSTANCE;
            case Shape.MapOf ignored -> Json.Null.INSTANCE;
        };
    }

    private Json zero(TypeDef type) {
        return switch (type.form()) {
            case OBJECT -> object(Json.Obj.EMPTY, type);
            case QUANTITY -> Json.of("0");
            case INT_OR_STRING -> Json.of(0L);
            default -> Json.Null.INSTANCE;
        };
    }

    private static boolean isAbsent(Json value, FieldDef field) {
        return switch (field.presence()) {
            case EXPLICIT -> value instanceof Json.Null;
            case ZERO_IS_ABSENT -> isZero(value);
            // A default takes the place of zero; what stays zero comes back at the end. But [] is not null.
            case ALWAYS -> isZero(value) && !(value instanceof Json.Arr);
        };
    }

    private static boolean isZero(Json value) {
        return switch (value) {
            case Json.Str text -> text.value().isEmpty();
            case Json.Int number -> number.value() == 0;
            case Json.Bool flag -> !flag.value();
            case Json.Dec ignored -> false;
            // An empty object may still get defaults; whether it stays empty is seen after they are filled in.
            case Json.Obj ignored -> false;
            case Json.Arr items -> items.items().isEmpty();
            case Json.Null ignored -> true;
        };
    }

    private static boolean isEmpty(Json value) {
        return value instanceof Json.Obj object
                ? object.fields().isEmpty()
                : value instanceof Json.Arr array && array.items().isEmpty();
    }

    private static Json.Obj same(Json.Obj before, Map<String, Json> after) {
        if (before.fields().size() != after.size()) {
            return new Json.Obj(after);
        }
        var old = before.fields().entrySet().iterator();
        for (Map.Entry<String, Json> entry : after.entrySet()) {
            Map.Entry<String, Json> was = old.next();
            if (!was.getKey().equals(entry.getKey()) || !Tree.isSame(was.getValue(), entry.getValue())) {
                return new Json.Obj(after);
            }
        }
        return before;
    }
}
