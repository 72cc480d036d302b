package dev.konverge.apiserver.cel;

import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of objects as expressions see them, and back. */
final class JsonValues {
    private JsonValues() {}

    static Object of(Json value, Shape shape) {
        if (shape.kind() == Shape.Kind.ANY) {
            return any(value);
        }
        if (value instanceof Json.Null) {
            if (shape.isNullable()) {
                return Nothing.NULL;
            }
            throw new CelFailure("invalid data, got null for schema with nullable=false");
        }
        return switch (shape.kind()) {
            case INT_OR_STRING -> intOrString(value);
            case OBJECT, MAP -> {
                if (value instanceof Json.Obj object) {
                    yield new ObjectValue(object, shape);
                }
                throw new CelFailure("invalid data, expected a map for the provided schema with type=object");
            }
            case LIST -> {
                if (value instanceof Json.Arr array) {
                    yield new JsonList(array.items(), shape);
                }
                throw new CelFailure("invalid data, expected an array for the provided schema with type=array");
            }
            case STRING, BYTES, DURATION, DATE, TIMESTAMP -> text(value, shape.kind());
            case BOOLEAN -> value instanceof Json.Bool flag ? (Object) flag.value() : expected("bool", value);
            case NUMBER -> number(value);
            case INTEGER -> value instanceof Json.Int whole ? (Object) whole.value() : expected("int", value);
            case PRESERVED, ANY -> value;
        };
    }

    private static Object intOrString(Json value) {
        return switch (value) {
            case Json.Str text -> text.value();
            case Json.Int whole -> whole.value();
            default ->
                throw new CelFailure("invalid data, expected XIntOrString value to be either a string or integer");
        };
    }

    private static Object number(Json value) {
        return switch (value) {
            case Json.Int whole -> (double) whole.value();
            case Json.Dec decimal -> decimal.value();
            default -> expected("float", value);
        };
    }

    private static Object expected(String type, Json value) {
        throw new CelFailure("invalid data, expected " + type + ", got " + goType(value));
    }

    private static String goType(Json value) {
        return switch (value) {
            case Json.Str ignored -> "string";
            case Json.Int ignored -> "int64";
            case Json.Dec ignored -> "float64";
            case Json.Bool ignored -> "bool";
            case Json.Arr ignored -> "[]interface {}";
            case Json.Obj ignored -> "map[string]interface {}";
            case Json.Null ignored -> "<nil>";
        };
    }

    private static Object text(Json value, Shape.Kind kind) {
        if (!(value instanceof Json.Str written)) {
            return expected("string", value);
        }
        String text = written.value();
        return switch (kind) {
            case BYTES -> bytes(text);
            case DURATION -> Times.objectDuration(text);
            case DATE -> Times.date(text);
            case TIMESTAMP -> Times.objectTimestamp(text);
            default -> text;
        };
    }

    private static Object bytes(String text) {
        try {
            return new Bytes(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            throw new CelFailure("Invalid byte formatted string " + text + ": " + malformed.getMessage());
        }
    }

    private static Object any(Json value) {
        return switch (value) {
            case Json.Str text -> text.value();
            case Json.Int whole -> whole.value();
            case Json.Dec decimal -> decimal.value();
            case Json.Bool flag -> flag.value();
            case Json.Null ignored -> Nothing.NULL;
            case Json.Arr array -> new JsonList(array.items(), Shape.ANYTHING);
            case Json.Obj object -> new ObjectValue(object, Shape.ANYTHING);
        };
    }

    /** {@return a value as it would be written into an object, null if it cannot be} */
    static @Nullable Json toJson(Object value) {
        return switch (value) {
            case Json tree -> tree;
            case Boolean flag -> Json.of(flag.booleanValue());
            case Long whole -> Json.of(whole.longValue());
            case Uint unsigned -> Json.of(unsigned.bits());
            case Double decimal -> Double.isFinite(decimal) ? new Json.Dec(decimal) : null;
            case String text -> Json.of(text);
            case Bytes bytes -> Json.of(Base64.getEncoder().encodeToString(bytes.toArray()));
            case Nothing ignored -> Json.Null.INSTANCE;
            case Duration duration -> Json.of(Texts.plain(duration));
            case Instant instant -> Json.of(Texts.plain(instant));
            case ObjectValue object -> object.tree();
            case List<?> list -> list(list);
            case MapValue map -> map(map);
            default -> null;
        };
    }

    private static @Nullable Json list(List<?> list) {
        List<Json> items = new ArrayList<>();
        for (Object element : list) {
            Json item = toJson(element);
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return new Json.Arr(items);
    }

    private static @Nullable Json map(MapValue map) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (Object key : map.keys()) {
            Json value = toJson(map.get(key));
            if (value == null) {
                return null;
            }
            fields.put(Texts.plain(key), value);
        }
        return new Json.Obj(fields);
    }
}
