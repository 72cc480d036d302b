package dev.konverge.apiserver.cel;

import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What expressions know about the values at one place: their type, and how large they can become. Made from the schema in the
 * definition of a custom resource. Immutable.
 */
public final class Shape {
    /** What elements of a list are to each other. */
    enum ListType {
        /** The list is one value. */
        ATOMIC,
        /** No two are the same. */
        SET,
        /** Each is known by its keys. */
        MAP
    }

    enum Kind {
        INT_OR_STRING,
        OBJECT,
        MAP,
        LIST,
        STRING,
        BYTES,
        DURATION,
        DATE,
        TIMESTAMP,
        BOOLEAN,
        NUMBER,
        INTEGER,
        /** There is no saying what it is: expressions cannot name it. */
        PRESERVED,
        /** Any value, taken as it is written. */
        ANY
    }

    private static final long LARGEST_REQUEST = 3L * 1024 * 1024;
    private static final Shape TEXT = new Shape(Kind.STRING, Json.Obj.EMPTY, Map.of(), null, LARGEST_REQUEST - 2, 2);

    /** The shape of values about which nothing is known. */
    static final Shape ANYTHING = new Shape(Kind.ANY, Json.Obj.EMPTY, Map.of(), null, LARGEST_REQUEST - 2, 1);

    private final Kind kind;
    private final boolean nullable;
    private final Map<String, Shape> fields;
    private final @Nullable Shape element;
    private final ListType listType;
    private final List<String> listKeys;
    private final long maxElements;
    private final long minSize;

    private Shape(
            Kind kind,
            Json.Obj schema,
            Map<String, Shape> fields,
            @Nullable Shape element,
            long maxElements,
            long minSize) {
        this.kind = kind;
        this.nullable = flag(schema, "nullable");
        this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        this.element = element;
        this.maxElements = maxElements;
        this.minSize = minSize;
        this.listType = switch (text(schema, "x-kubernetes-list-type")) {
            case "set" -> ListType.SET;
            case "map" -> ListType.MAP;
            default -> ListType.ATOMIC;
        };
        List<String> keys = new ArrayList<>();
        if (schema.get("x-kubernetes-list-map-keys") instanceof Json.Arr array) {
            array.items().forEach(key -> keys.add(key instanceof Json.Str name ? name.value() : ""));
        }
        this.listKeys = List.copyOf(keys);
    }

    /**
     * {@return the shape that a schema describes}
     *
     * @param schema a structural schema
     * @param root whether it is the root of a custom resource
     */
    public static Shape of(Json.Obj schema, boolean root) {
        if (flag(schema, "x-kubernetes-int-or-string")) {
            Long max = number(schema, "maxLength");
            long most = max != null ? positive(max) * 4 : LARGEST_REQUEST - 2;
            return new Shape(Kind.INT_OR_STRING, schema, Map.of(), null, most, 1);
        }
        boolean resource = root || flag(schema, "x-kubernetes-embedded-resource");
        return switch (text(schema, "type")) {
            case "object" -> object(schema, resource);
            case "array" -> list(schema);
            case "string" -> string(schema);
            case "boolean" -> new Shape(Kind.BOOLEAN, schema, Map.of(), null, 0, 4);
            case "number" -> new Shape(Kind.NUMBER, schema, Map.of(), null, 0, 1);
            case "integer" -> new Shape(Kind.INTEGER, schema, Map.of(), null, 0, 1);
            default -> resource ? object(schema, true) : new Shape(Kind.PRESERVED, schema, Map.of(), null, 1, 1);
        };
    }

    private static Shape object(Json.Obj schema, boolean resource) {
        if (schema.get("additionalProperties") instanceof Json.Obj values && !resource) {
            Shape element = of(values, false);
            Long max = number(schema, "maxProperties");
            long most = max != null ? positive(max) : (LARGEST_REQUEST - 2) / (element.minSize + 6);
            return new Shape(Kind.MAP, schema, Map.of(), element, most, 2);
        }
        List<String> required = new ArrayList<>();
        if (schema.get("required") instanceof Json.Arr names) {
            names.items().forEach(name -> required.add(name instanceof Json.Str text ? text.value() : ""));
        }
        Map<String, Shape> fields = new LinkedHashMap<>();
        long size = 2;
        Json.Obj properties = schema.get("properties") instanceof Json.Obj stated ? stated : Json.Obj.EMPTY;
        for (Map.Entry<String, Json> property : properties.fields().entrySet()) {
            Json.Obj inner = property.getValue() instanceof Json.Obj found ? found : Json.Obj.EMPTY;
            Shape shape = of(inner, false);
            fields.put(property.getKey(), shape);
            if (shape.isDeclared() && required.contains(property.getKey()) && inner.get("default") == null) {
                size += property.getKey().getBytes(StandardCharsets.UTF_8).length + shape.minSize + 4;
            }
        }
        if (resource) {
            fields.put("kind", TEXT);
            fields.put("apiVersion", TEXT);
            Map<String, Shape> names = Map.of("name", TEXT, "generateName", TEXT);
            fields.put("metadata", new Shape(Kind.OBJECT, Json.Obj.EMPTY, names, null, 0, 2));
        }
        return new Shape(Kind.OBJECT, schema, fields, null, 0, size);
    }

    private static Shape list(Json.Obj schema) {
        Shape element = schema.get("items") instanceof Json.Obj items
                ? of(items, false)
                : new Shape(Kind.PRESERVED, Json.Obj.EMPTY, Map.of(), null, 1, 1);
        Long max = number(schema, "maxItems");
        long most = max != null ? positive(max) : (LARGEST_REQUEST - 2) / (element.minSize + 1);
        return new Shape(Kind.LIST, schema, Map.of(), element, most, 2);
    }

    private static Shape string(Json.Obj schema) {
        Long max = number(schema, "maxLength");
        return switch (text(schema, "format")) {
            case "byte" ->
                new Shape(Kind.BYTES, schema, Map.of(), null, max == null ? LARGEST_REQUEST - 2 : positive(max), 2);
            case "duration" -> new Shape(Kind.DURATION, schema, Map.of(), null, 32, 3);
            case "date" -> new Shape(Kind.DATE, schema, Map.of(), null, 12, 12);
            case "date-time" -> new Shape(Kind.TIMESTAMP, schema, Map.of(), null, 32, 21);
            default -> new Shape(Kind.STRING, schema, Map.of(), null, longest(schema, max), 2);
        };
    }

    private static long longest(Json.Obj schema, @Nullable Long max) {
        if (max != null) {
            return positive(max) * 4;
        }
        if (schema.get("enum") instanceof Json.Arr values && !values.items().isEmpty()) {
            return values.items().stream()
                    .mapToLong(value ->
                            value instanceof Json.Str text ? text.value().getBytes(StandardCharsets.UTF_8).length : 0)
                    .max()
                    .orElse(0);
        }
        return LARGEST_REQUEST - 2;
    }

    private static long positive(long value) {
        return Math.max(0, value);
    }

    private static boolean flag(Json.Obj schema, String key) {
        return schema.get(key) instanceof Json.Bool flag && flag.value();
    }

    private static String text(Json.Obj schema, String key) {
        return schema.get(key) instanceof Json.Str text ? text.value() : "";
    }

    private static @Nullable Long number(Json.Obj schema, String key) {
        return schema.get(key) instanceof Json.Int number ? Long.valueOf(number.value()) : null;
    }

    /** {@return whether expressions may name values of this shape} */
    public boolean isDeclared() {
        return switch (kind) {
            case PRESERVED -> false;
            case LIST, MAP -> element().isDeclared();
            default -> true;
        };
    }

    /** {@return how often a value of this shape fits into one request at most} */
    public long maxCardinality() {
        return LARGEST_REQUEST / (minSize + 1);
    }

    /** {@return how long a text can be about which nothing is said} */
    static long longestText() {
        return LARGEST_REQUEST - 2;
    }

    Kind kind() {
        return kind;
    }

    boolean isNullable() {
        return nullable;
    }

    /** {@return the shapes of the fields by their names in the schema} */
    Map<String, Shape> fields() {
        return fields;
    }

    boolean hasNamedFields() {
        return kind == Kind.OBJECT;
    }

    /** {@return the shape of what is in a list or a map} */
    Shape element() {
        return element == null ? ANYTHING : element;
    }

    ListType listType() {
        return listType;
    }

    List<String> listKeys() {
        return listKeys;
    }

    long maxElements() {
        return maxElements;
    }

    /** {@return a value as an expression sees it} */
    Object value(Json value) {
        return JsonValues.of(value, this);
    }
}
