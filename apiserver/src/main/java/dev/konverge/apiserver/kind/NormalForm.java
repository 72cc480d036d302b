package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import dev.konverge.model.TimeFormat;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The form in which Kubernetes keeps and writes objects of built-in types, and the defaults that come with it.
 *
 * <p>Kubernetes reads an object into a typed value, lets a function for each type fill in defaults, from the outside in, and writes the
 * value back. This does the same to a tree in one walk along the schema: what the type does not have is dropped, a zero value that
 * Kubernetes would not write is dropped, {@linkplain TypeDefaults defaults} are filled in, what is always written is there, fields
 * come in the order of the type, quantities, times and bytes are written the canonical way. A part that is in normal form already is not copied.
 *
 * <p>Values of the wrong type are left alone: telling of them is the decoder's business.
 */
final class NormalForm {
    private static final String JSON_SCHEMA =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

    private final Schema schema;
    private final TypeDefaults defaults;

    /** Made when a type is first met; two threads that meet it at once make the same plan. */
    private final Map<String, TypePlan> plans = new ConcurrentHashMap<>();

    NormalForm(Schema schema, TypeDefaults defaults) {
        this.schema = schema;
        this.defaults = defaults;
    }

    /** {@return an object of that type in normal form} */
    Json.Obj of(Json.Obj object, String type) {
        return object(object, schema.type(type));
    }

    private Json.Obj object(Json.Obj object, TypeDef type) {
        TypePlan plan = plan(type);
        @Nullable Json[] values = new Json[plan.size()];
        boolean changed = gather(object, plan, values);
        changed |= fill(plan, values);
        for (int i = 0; i < values.length; i++) {
            Json before = values[i];
            Json after = before == null ? null : value(before, plan.shape(i));
            if (after != null && plan.isDroppedIfEmpty(i) && isEmpty(after)) {
                after = null;
            }
            if (after == null && plan.isAlways(i)) {
                after = zero(plan.shape(i));
            }
            if (after == null && plan.isNull(i)) {
                after = Json.Null.INSTANCE;
            }
            values[i] = after;
            changed |= !Tree.isSame(before, after);
        }
        return changed ? built(object, plan, values) : object;
    }

    /** Puts the values of an object into the order of its type. {@return whether that is not the order and all of the object} */
    private static boolean gather(Json.Obj object, TypePlan plan, @Nullable Json[] values) {
        boolean changed = false;
        int last = -1;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            int position = plan.position(entry.getKey());
            if (position < 0) {
                changed |= last >= 0 || !isHead(entry);
            } else if (plan.isAbsent(entry.getValue(), position)) {
                changed = true;
            } else {
                values[position] = entry.getValue();
                changed |= position < last;
                last = Math.max(last, position);
            }
        }
        return changed;
    }

    /** A kind may be embedded in another, as a claim is in a StatefulSet; its name is no field of its type. */
    private static boolean isHead(Map.Entry<String, Json> entry) {
        return (entry.getKey().equals("apiVersion") || entry.getKey().equals("kind"))
                && entry.getValue() instanceof Json.Str text
                && !text.value().isEmpty();
    }

    /** Fills in defaults. {@return whether there were any to fill in} */
    private static boolean fill(TypePlan plan, @Nullable Json[] values) {
        TypeDefaults.Filler filler = plan.filler();
        if (filler == null) {
            return false;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            Json value = values[i];
            if (value != null) {
                fields.put(plan.name(i), value);
            }
        }
        filler.fill(fields);
        boolean changed = false;
        for (int i = 0; i < values.length; i++) {
            Json value = fields.get(plan.name(i));
            changed |= !Tree.isSame(values[i], value);
            values[i] = value;
        }
        return changed;
    }

    private static Json.Obj built(Json.Obj object, TypePlan plan, @Nullable Json[] values) {
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(values.length + 2);
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            if (plan.position(entry.getKey()) < 0 && isHead(entry)) {
                fields.put(entry.getKey(), entry.getValue());
            }
        }
        for (int i = 0; i < values.length; i++) {
            Json value = values[i];
            if (value != null) {
                fields.put(plan.name(i), value);
            }
        }
        return new Json.Obj(fields);
    }

    private TypePlan plan(TypeDef type) {
        TypePlan known = plans.get(type.name());
        if (known != null) {
            return known;
        }
        TypePlan made = new TypePlan(type, defaults.filler(type));
        plans.putIfAbsent(type.name(), made);
        return made;
    }

    private Json value(Json value, Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar == Shape.Scalar.BYTES ? bytes(value) : value;
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
            case INT_OR_STRING, DURATION, RAW_EXTENSION, FIELDS_V1, PATCH, JSON, SCHEMA_OR_STRING_ARRAY -> value;
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

    /** Maps come in the order of their keys, as Go writes them. */
    private Json entries(Json.Obj object, Shape element) {
        Map<String, Json> normal = isSorted(object.fields().keySet()) ? null : new TreeMap<>(object.fields());
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            Json after = entry.getValue() instanceof Json.Null ? zero(element) : value(entry.getValue(), element);
            if (normal == null && !Tree.isSame(after, entry.getValue())) {
                normal = new LinkedHashMap<>(object.fields());
            }
            if (normal != null) {
                normal.put(entry.getKey(), after);
            }
        }
        return normal == null ? object : new Json.Obj(normal);
    }

    private static boolean isSorted(Set<String> keys) {
        String before = null;
        for (String key : keys) {
            if (before != null && before.compareTo(key) > 0) {
                return false;
            }
            before = key;
        }
        return true;
    }

    /** Go reads over line breaks in encoded bytes, and writes none. */
    private static Json bytes(Json value) {
        return value instanceof Json.Str text
                        && (text.value().indexOf('\n') >= 0 || text.value().indexOf('\r') >= 0)
                ? Json.of(text.value().replace("\n", "").replace("\r", ""))
                : value;
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

    /** {@return what Go shows of a field that nothing was written to} */
    static Json zero(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> Json.of("");
            case BOOL -> Json.Bool.FALSE;
            case INT32, INT64, DOUBLE -> Json.of(0L);
            case BYTES -> Json.Null.INSTANCE;
        };
    }

    private Json zero(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> zero(scalar);
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

    private static boolean isEmpty(Json value) {
        return value instanceof Json.Obj object
                ? object.fields().isEmpty()
                : value instanceof Json.Arr array && array.items().isEmpty();
    }
}
