package dev.konverge.fidelity.random;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Changes one field of an object, somewhere in it: to another value of its type, or to one that it does not take. */
final class FieldChange {
    private static final Set<String> LEFT = Set.of(
            "status",
            "managedFields",
            "resourceVersion",
            "uid",
            "name",
            "namespace",
            "generateName",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "selfLink",
            "ownerReferences",
            "globalDefault");

    private final Schema schema;
    private final ValueMaker values;
    private final RandomGenerator random;

    FieldChange(Schema schema, RandomGenerator random) {
        this.schema = schema;
        this.values = new ValueMaker(schema, random);
        this.random = random;
    }

    /** {@return the object with another value in one field} */
    Json.Obj good(TypeDef type, Json.Obj object) {
        return changed(type, object, false, 0);
    }

    /** {@return the object with a value in one field that its type does not take} */
    Json.Obj bad(TypeDef type, Json.Obj object) {
        return changed(type, object, true, 0);
    }

    /** {@return a merge patch with the same effect on the fields of one branch} */
    Json.Obj patch(TypeDef type, Json.Obj object) {
        Json.Obj after = changed(type, object, false, 0);
        Map<String, Json> fields = new LinkedHashMap<>();
        after.fields().forEach((name, value) -> {
            if (!value.equals(object.get(name))) {
                fields.put(name, value);
            }
        });
        return new Json.Obj(fields);
    }

    private Json.Obj changed(TypeDef type, Json.Obj object, boolean bad, int depth) {
        List<FieldDef> fields = new ArrayList<>();
        for (FieldDef field : type.fields()) {
            if (!LEFT.contains(field.name())) {
                fields.add(field);
            }
        }
        if (fields.isEmpty()) {
            return object;
        }
        FieldDef field = fields.get(random.nextInt(fields.size()));
        Json old = object.get(field.name());
        if (depth < 6 && old != null && random.nextDouble() < 0.85) {
            Json deeper = deeper(field.shape(), old, bad, depth);
            if (!deeper.equals(old)) {
                return with(object, field.name(), deeper);
            }
        }
        return with(object, field.name(), bad ? wrong(field) : values.of(field));
    }

    private Json deeper(Shape shape, Json old, boolean bad, int depth) {
        if (shape instanceof Shape.Ref ref
                && old instanceof Json.Obj object
                && schema.type(ref.type()).form() == TypeDef.Form.OBJECT) {
            return changed(schema.type(ref.type()), object, bad, depth + 1);
        }
        if (shape instanceof Shape.ListOf list
                && old instanceof Json.Arr array
                && !array.items().isEmpty()) {
            List<Json> items = new ArrayList<>(array.items());
            items.set(0, deeper(list.element(), items.get(0), bad, depth));
            return new Json.Arr(items);
        }
        return old;
    }

    private Json wrong(FieldDef field) {
        return switch (field.shape()) {
            case Shape.Scalar scalar -> scalar == Shape.Scalar.STRING ? Json.of(7) : Json.of("seven");
            case Shape.ListOf list -> new Json.Obj(Map.of("k", Json.of("v")));
            case Shape.MapOf map -> new Json.Arr(List.of());
            case Shape.Ref ref -> Json.of(true);
        };
    }

    private static Json.Obj with(Json.Obj object, String name, Json value) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put(name, value);
        return new Json.Obj(fields);
    }
}
