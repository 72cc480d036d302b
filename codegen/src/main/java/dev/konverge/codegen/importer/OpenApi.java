package dev.konverge.codegen.importer;

import dev.konverge.schema.FieldDef.ListType;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Merge;
import dev.konverge.schema.Shape;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The type definitions of an OpenAPI description, version 2 (one document) or 3 (one for each group version). */
final class OpenApi {
    /**
     * A type.
     *
     * @param name its full name
     * @param properties its properties
     * @param required the names of the properties that are demanded
     * @param mapType what server-side apply takes a value of it for, if stated
     * @param kinds the kinds that it is registered as
     */
    record Definition(
            String name,
            Map<String, Property> properties,
            Set<String> required,
            @Nullable MapType mapType,
            Set<GroupVersionKind> kinds) {}

    /**
     * A property of a type.
     *
     * @param shape its shape
     * @param merge how it is merged
     * @param defaultJson its default as compact JSON, if stated
     * @param enumValues its values, if listed
     */
    record Property(Shape shape, Merge merge, @Nullable String defaultJson, List<String> enumValues) {}

    record GroupVersionKind(String group, String version, String kind) {}

    /** What may be said of a type. Unions are documentation: the server neither checks nor uses them. */
    private static final Set<String> TYPE_KEYWORDS = Set.of(
            "description",
            "type",
            "format",
            "properties",
            "required",
            "oneOf",
            "x-kubernetes-group-version-kind",
            "x-kubernetes-map-type",
            "x-kubernetes-unions");

    private static final Set<String> PROPERTY_KEYWORDS = Set.of(
            "description",
            "type",
            "format",
            "$ref",
            "allOf",
            "items",
            "additionalProperties",
            "default",
            "enum",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "x-kubernetes-patch-strategy",
            "x-kubernetes-patch-merge-key");

    private final Map<String, Definition> definitions = new TreeMap<>();

    /** {@return every type, by its name} */
    Map<String, Definition> definitions() {
        return definitions;
    }

    /**
     * Adds the types of a document. A type that several documents describe must be the same in all of them.
     *
     * @param document what the document is called in messages
     */
    void add(JsonValue root, String document) {
        JsonValue.Obj types;
        if (root.text("swagger").equals("2.0")) {
            types = root.object("definitions");
        } else if (root.text("openapi").startsWith("3.")) {
            types = root.object("components").object("schemas");
        } else {
            throw new ImportException(document + " is no OpenAPI description of version 2.0 or 3: it has neither "
                    + "\"swagger\": \"2.0\" nor \"openapi\": \"3...\" at its top");
        }
        types.members().forEach((name, type) -> merge(definition(name, type), document));
    }

    private void merge(Definition definition, String document) {
        Definition known = definitions.putIfAbsent(definition.name(), definition);
        if (known == null) {
            return;
        }
        if (!known.properties().equals(definition.properties())
                || !known.required().equals(definition.required())
                || known.mapType() != definition.mapType()) {
            throw new ImportException(document + " describes type " + definition.name()
                    + " differently than a document before it; import documents of one release only");
        }
        // Version 3 names in each document only the kinds of that document's group.
        known.kinds().addAll(definition.kinds());
    }

    private static Definition definition(String name, JsonValue type) {
        checkKeywords(type, TYPE_KEYWORDS, name);
        Map<String, Property> properties = new LinkedHashMap<>();
        type.object("properties")
                .members()
                .forEach((property, value) -> properties.put(property, property(value, name + "." + property)));
        Set<GroupVersionKind> kinds = new LinkedHashSet<>();
        for (JsonValue kind : type.array("x-kubernetes-group-version-kind")) {
            kinds.add(new GroupVersionKind(kind.text("group"), kind.text("version"), kind.text("kind")));
        }
        return new Definition(name, properties, Set.copyOf(type.texts("required")), mapType(type, name), kinds);
    }

    private static Property property(JsonValue value, String where) {
        checkKeywords(value, PROPERTY_KEYWORDS, where);
        String strategies = value.text("x-kubernetes-patch-strategy");
        String mergeKey = value.text("x-kubernetes-patch-merge-key");
        Merge merge = new Merge(
                constant(ListType.class, value, "x-kubernetes-list-type", where),
                value.texts("x-kubernetes-list-map-keys"),
                mapType(value, where),
                strategies.isEmpty() ? List.of() : Arrays.asList(strategies.split(",", -1)),
                mergeKey.isEmpty() ? null : mergeKey);
        List<String> enumValues = Stream.of(value, value.object("items"), value.object("additionalProperties"))
                .flatMap(part -> part.texts("enum").stream())
                .sorted()
                .toList();
        return new Property(
                shape(value, where),
                merge,
                value.find("default").map(JsonValue::compact).orElse(null),
                enumValues);
    }

    private static @Nullable MapType mapType(JsonValue value, String where) {
        return constant(MapType.class, value, "x-kubernetes-map-type", where);
    }

    private static <E extends Enum<E>> @Nullable E constant(
            Class<E> type, JsonValue value, String keyword, String where) {
        String word = value.text(keyword);
        if (word.isEmpty()) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(word)) {
                return constant;
            }
        }
        throw new ImportException("OpenAPI description of " + where + " has " + keyword + " '" + word
                + "', which the import does not know");
    }

    private static Shape shape(JsonValue value, String where) {
        String reference = reference(value);
        if (!reference.isEmpty()) {
            return new Shape.Ref(reference.substring(reference.lastIndexOf('/') + 1));
        }
        String type = value.text("type");
        String format = value.text("format");
        return switch (type + (format.isEmpty() ? "" : "/" + format)) {
            case "string" -> Shape.Scalar.STRING;
            case "string/byte" -> Shape.Scalar.BYTES;
            case "integer/int32" -> Shape.Scalar.INT32;
            case "integer/int64", "integer" -> Shape.Scalar.INT64;
            case "number/double", "number" -> Shape.Scalar.DOUBLE;
            case "boolean" -> Shape.Scalar.BOOL;
            case "array" -> new Shape.ListOf(shape(part(value, "items", where), where + "[]"));
            case "object" -> new Shape.MapOf(shape(part(value, "additionalProperties", where), where + "{}"));
            default ->
                throw new ImportException("OpenAPI property " + where + " has type '" + type + "' and format '" + format
                        + "', which no field of a built-in type has had so far");
        };
    }

    /** Version 3 wraps a reference that has a default beside it in an allOf of one. */
    private static String reference(JsonValue value) {
        List<JsonValue> allOf = value.array("allOf");
        return allOf.size() == 1 ? allOf.get(0).text("$ref") : value.text("$ref");
    }

    private static JsonValue part(JsonValue value, String keyword, String where) {
        return value.find(keyword)
                .filter(JsonValue.Obj.class::isInstance)
                .orElseThrow(() -> new ImportException("OpenAPI property " + where + " is of type " + value.text("type")
                        + " and does not say of what: '" + keyword + "' is missing"));
    }

    private static void checkKeywords(JsonValue value, Set<String> known, String where) {
        if (!(value instanceof JsonValue.Obj(var members))) {
            throw new ImportException("OpenAPI description of " + where + " is not an object");
        }
        for (String keyword : members.keySet()) {
            if (!known.contains(keyword)) {
                throw new ImportException("OpenAPI description of " + where + " uses '" + keyword
                        + "', which the import does not know; teach it what that says, so that no fact is lost");
            }
        }
    }
}
