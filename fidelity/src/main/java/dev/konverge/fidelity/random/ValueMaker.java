package dev.konverge.fidelity.random;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Makes values of the types of the schema: the required fields and, now and then, another one. */
final class ValueMaker {
    private static final int DEPTH = 3;
    private static final double OPTIONAL = 0.12;

    private final Schema schema;
    private final RandomGenerator random;

    ValueMaker(Schema schema, RandomGenerator random) {
        this.schema = schema;
        this.random = random;
    }

    /** {@return a value that the field takes, as far as its type goes} */
    Json of(FieldDef field) {
        return of(field, field.shape(), 0);
    }

    private Json of(FieldDef field, Shape shape, int depth) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(field, scalar);
            case Shape.ListOf list -> new Json.Arr(List.of(of(field, list.element(), depth)));
            case Shape.MapOf map -> new Json.Obj(Map.of(pick("k", "l.m/n"), of(field, map.value(), depth)));
            case Shape.Ref ref -> named(field, schema.type(ref.type()), depth);
        };
    }

    private Json named(FieldDef field, TypeDef type, int depth) {
        return switch (type.form()) {
            case OBJECT -> object(type, depth);
            case QUANTITY -> Json.of(pick("1", "100m", "1Gi"));
            case INT_OR_STRING -> random.nextBoolean() ? Json.of(1 + random.nextInt(9)) : Json.of(pick("50%", "http"));
            case TIME -> Json.of("2020-01-01T00:00:00Z");
            case MICRO_TIME -> Json.of("2020-01-01T00:00:00.000000Z");
            default -> new Json.Obj(Map.of(field.name(), Json.of("x")));
        };
    }

    private Json object(TypeDef type, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (FieldDef field : type.fields()) {
            if (field.required() || (depth < DEPTH && random.nextDouble() < OPTIONAL)) {
                fields.put(field.name(), of(field, field.shape(), depth + 1));
            }
        }
        return new Json.Obj(fields);
    }

    private Json scalar(FieldDef field, Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> Json.of(text(field));
            case BYTES -> Json.of("dg==");
            case INT32, INT64 -> Json.of(random.nextInt(1, 9));
            case DOUBLE -> Json.of(0.5);
            case BOOL -> Json.of(random.nextBoolean());
        };
    }

    private String text(FieldDef field) {
        if (!field.enumValues().isEmpty()) {
            return field.enumValues().get(random.nextInt(field.enumValues().size()));
        }
        String name = field.name().toLowerCase(Locale.ROOT);
        if (name.endsWith("path")) {
            return "/p";
        }
        if (name.endsWith("ip") || name.endsWith("ips") || name.contains("address")) {
            return "1.2.3.4";
        }
        return pick("a", "b", "c");
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
