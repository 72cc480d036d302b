package dev.konverge.apiserver.negotiate;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares a tree with a built-in type as decoding into Go's struct would: a value of another type ends it, a field that the
 * type does not have is remarked upon.
 */
final class TypeCheck {
    private final Schema schema;

    /** Fields by name, of the types that were looked at; a type is small, and looked at often. */
    private final Map<String, Map<String, FieldDef>> fields = new ConcurrentHashMap<>();

    TypeCheck(Schema schema) {
        this.schema = schema;
    }

    /**
     * {@return the paths of the fields that the type does not have, in the order of the document}
     *
     * @throws MalformedException if a value is of another type
     */
    List<String> unknownFields(Json.Obj object, String type, Patched.Reading reading) {
        return unknownFields(object, type, reading, NumberTexts.NONE);
    }

    /**
     * {@return the same}
     *
     * @param numbers how the numbers of the object are written
     */
    List<String> unknownFields(Json.Obj object, String type, Patched.Reading reading, NumberTexts numbers) {
        List<String> unknown = new ArrayList<>();
        Walk walk = new Walk(unknown, reading, numbers);
        walk.object(object, schema.type(type), true);
        return unknown;
    }

    private Map<String, FieldDef> fields(TypeDef type) {
        return fields.computeIfAbsent(type.name(), name -> {
            Map<String, FieldDef> byName = new HashMap<>();
            type.fields().forEach(field -> byName.put(field.name(), field));
            return byName;
        });
    }

    /** One comparison: where it stands, and what it found. */
    private final class Walk {
        private final List<String> unknown;

        /** The path with indices, for remarks; Go's type errors leave the indices out. */
        private final StringBuilder path = new StringBuilder();

        private final StringBuilder names = new StringBuilder();
        private final Patched.Reading reading;
        private final NumberTexts numbers;
        private String struct = "";
        private @Nullable FieldDef owned;

        Walk(List<String> unknown, Patched.Reading reading, NumberTexts numbers) {
            this.unknown = unknown;
            this.reading = reading;
            this.numbers = numbers;
        }

        void object(Json.Obj object, TypeDef type, boolean root) {
            Map<String, FieldDef> known = fields(type);
            String outerStruct = struct;
            struct = type.simpleName();
            object.fields().forEach((name, value) -> {
                FieldDef field = known.get(name);
                int pathLength = path.length();
                int namesLength = names.length();
                path.append(pathLength == 0 ? "" : ".").append(name);
                names.append(namesLength == 0 ? "" : ".");
                if (field != null) {
                    names.append(GoNames.inside(field));
                }
                names.append(name);
                if (field != null) {
                    owned = field;
                    value(value, field.shape());
                } else if (root && (name.equals("kind") || name.equals("apiVersion"))) {
                    owned = null;
                    value(value, Shape.Scalar.STRING);
                } else {
                    unknown.add(path.toString());
                }
                path.setLength(pathLength);
                names.setLength(namesLength);
            });
            struct = outerStruct;
        }

        private void value(Json value, Shape shape) {
            if (value instanceof Json.Null) {
                return;
            }
            switch (shape) {
                case Shape.Scalar scalar -> scalar(value, scalar);
                case Shape.ListOf list -> list(value, list);
                case Shape.MapOf map -> map(value, map);
                case Shape.Ref ref -> typed(value, schema.type(ref.type()));
            }
        }

        private void list(Json value, Shape.ListOf list) {
            if (!(value instanceof Json.Arr array)) {
                throw mismatch(value, list);
            }
            int length = path.length();
            for (int i = 0; i < array.items().size(); i++) {
                path.append('[').append(i).append(']');
                value(array.items().get(i), list.element());
                path.setLength(length);
            }
        }

        private void map(Json value, Shape.MapOf map) {
            if (!(value instanceof Json.Obj object)) {
                throw mismatch(value, map);
            }
            int length = path.length();
            object.fields().forEach((name, entry) -> {
                path.append('.').append(name);
                value(entry, map.value());
                path.setLength(length);
            });
        }

        private void scalar(Json value, Shape.Scalar scalar) {
            boolean fits = switch (scalar) {
                case STRING -> value instanceof Json.Str;
                case BOOL -> value instanceof Json.Bool;
                case INT32 -> value instanceof Json.Int number && number.value() == (int) number.value();
                case INT64 -> value instanceof Json.Int;
                case DOUBLE -> value instanceof Json.Int || value instanceof Json.Dec;
                case BYTES -> value instanceof Json.Str text && isBase64(text.value(), reading);
            };
            if (!fits) {
                throw mismatch(value, scalar);
            }
        }

        private void typed(Json value, TypeDef type) {
            switch (type.form()) {
                case OBJECT -> {
                    if (!(value instanceof Json.Obj object)) {
                        throw mismatch(value, new Shape.Ref(type.name()));
                    }
                    object(object, type, false);
                }
                case QUANTITY -> quantity(value);
                case INT_OR_STRING -> {
                    if (!(value instanceof Json.Str) && !(value instanceof Json.Int)) {
                        throw mismatch(value, Shape.Scalar.INT32);
                    }
                }
                case TIME -> time(value, false);
                case MICRO_TIME -> time(value, true);
                // No built-in type has one, and definitions have schemas of their own.
                case DURATION,
                        RAW_EXTENSION,
                        FIELDS_V1,
                        PATCH,
                        JSON,
                        SCHEMA_OR_ARRAY,
                        SCHEMA_OR_BOOL,
                        SCHEMA_OR_STRING_ARRAY -> {}
            }
        }

        private void quantity(Json value) {
            String text = switch (value) {
                case Json.Str string -> string.value();
                case Json.Int number -> number.toString();
                case Json.Dec number -> number.toString();
                default ->
                    throw new MalformedException("quantities must match the regular expression"
                            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            };
            try {
                Quantity.parse(text);
            } catch (IllegalArgumentException e) {
                throw new MalformedException("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
        }

        private void time(Json value, boolean micro) {
            if (!(value instanceof Json.Str text)) {
                throw mismatch(value, Shape.Scalar.STRING);
            }
            GoTime.require(text.value(), micro);
        }

        private MalformedException mismatch(Json value, Shape wanted) {
            if (reading == Patched.Reading.CONVERTED) {
                return new MalformedException(ConverterWords.of(value, wanted, namedType(wanted)));
            }
            String place = names.isEmpty() ? "" : "struct field " + struct + "." + names + " of type ";
            String into = names.isEmpty() ? "value of type " : place;
            return new MalformedException("json: cannot unmarshal " + goKind(value, wanted, numbers) + " into Go "
                    + into + namedType(wanted));
        }

        private String namedType(Shape wanted) {
            if (owned == null || wanted instanceof Shape.Ref) {
                return goType(wanted);
            }
            return GoNames.find(owned, wanted).orElseGet(() -> goType(wanted));
        }
    }

    private static boolean isBase64(String text, Patched.Reading reading) {
        try {
            GoBase64.decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            String prefix = reading == Patched.Reading.CONVERTED ? "error decoding from json: " : "";
            throw new MalformedException(prefix + e.getMessage());
        }
    }

    private static String goKind(Json value, Shape wanted, NumberTexts numbers) {
        return switch (value) {
            case Json.Obj ignored -> "object";
            case Json.Arr ignored -> "array";
            case Json.Str ignored -> "string";
            case Json.Bool ignored -> "bool";
            case Json.Int number -> isNumeric(wanted) ? "number " + number.value() : "number";
            case Json.Dec number -> isNumeric(wanted) ? "number " + numbers.of(number) : "number";
            case Json.Null ignored -> "null";
        };
    }

    static boolean isNumeric(Shape shape) {
        return shape == Shape.Scalar.INT32 || shape == Shape.Scalar.INT64 || shape == Shape.Scalar.DOUBLE;
    }

    static String goType(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> "string";
                    case BYTES -> "[]uint8";
                    case INT32 -> "int32";
                    case INT64 -> "int64";
                    case DOUBLE -> "float64";
                    case BOOL -> "bool";
                };
            case Shape.ListOf list -> "[]" + goType(list.element());
            case Shape.MapOf map -> "map[string]" + goType(map.value());
            case Shape.Ref ref -> {
                String simple = ref.type().substring(ref.type().lastIndexOf('.') + 1);
                String rest = ref.type().substring(0, Math.max(0, ref.type().lastIndexOf('.')));
                yield rest.substring(rest.lastIndexOf('.') + 1) + "." + simple;
            }
        };
    }
}
