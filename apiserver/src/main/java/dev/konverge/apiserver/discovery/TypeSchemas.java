package dev.konverge.apiserver.discovery;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The types of the schema as OpenAPI schemas.
 *
 * <p>The same code writes versions 2 and 3 of OpenAPI, which differ in where a reference points and in what may stand beside it.
 */
final class TypeSchemas {
    static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    static final String LIST_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

    private final Schema schema;
    private final boolean version3;
    private final Map<String, List<KindDef>> kindsByType = new HashMap<>();

    TypeSchemas(Schema schema, boolean version3) {
        this.schema = schema;
        this.version3 = version3;
        for (KindDef kind : schema.kinds()) {
            kindsByType.computeIfAbsent(kind.type(), any -> new ArrayList<>()).add(kind);
        }
    }

    /** Writes the types of these names and all that they refer to. */
    Map<String, Json> closure(Iterable<String> typeNames) {
        Map<String, Json> out = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        typeNames.forEach(open::add);
        while (!open.isEmpty()) {
            String name = open.remove();
            if (!out.containsKey(name) && schema.types().containsKey(name)) {
                TypeDef type = schema.type(name);
                out.put(name, type(type));
                type.fields().forEach(field -> references(field.shape(), open));
            }
        }
        return out;
    }

    /** The list of a kind, which the schema does not spell out. */
    Json list(String group, String version, String listKind, String itemType) {
        return object(List.of("items"))
                .put(
                        "properties",
                        new Fields()
                                .put("apiVersion", text())
                                .put(
                                        "items",
                                        new Fields()
                                                .put(
                                                        "items",
                                                        reference(itemType).build())
                                                .put("type", "array"))
                                .put("kind", text())
                                .put("metadata", reference(LIST_META).build()))
                .put("x-kubernetes-group-version-kind", List.of(kind(group, version, listKind)))
                .build();
    }

    /** A reference to a type, to which more can be added. */
    Fields reference(String type) {
        Fields target = new Fields().put("$ref", (version3 ? "#/components/schemas/" : "#/definitions/") + type);
        // OpenAPI 3.0 ignores what stands beside a reference, so it is wrapped.
        return version3 ? new Fields().put("allOf", List.of(target.build())) : target;
    }

    static Json kind(String group, String version, String kind) {
        return new Fields()
                .put("group", group)
                .put("kind", kind)
                .put("version", version)
                .build();
    }

    static Json text() {
        return new Fields().put("type", "string").build();
    }

    private Json type(TypeDef type) {
        return switch (type.form()) {
            case OBJECT -> object(type);
            case QUANTITY -> either("string", "number");
            case INT_OR_STRING ->
                version3
                        ? new Fields()
                                .put("format", "int-or-string")
                                .put("oneOf", List.of(scalar("integer"), scalar("string")))
                                .build()
                        : new Fields()
                                .put("format", "int-or-string")
                                .put("type", "string")
                                .build();
            case TIME, MICRO_TIME ->
                new Fields().put("format", "date-time").put("type", "string").build();
            case DURATION -> scalar("string");
            case RAW_EXTENSION, FIELDS_V1, PATCH -> scalar("object");
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> Json.Obj.EMPTY;
        };
    }

    private Json either(String first, String second) {
        return version3
                ? new Fields()
                        .put("oneOf", List.of(scalar(first), scalar(second)))
                        .build()
                : scalar(first);
    }

    private static Json scalar(String type) {
        return new Fields().put("type", type).build();
    }

    private static Fields object(List<String> required) {
        return new Fields().put("type", "object").putTextsIfAny("required", required);
    }

    private Json object(TypeDef type) {
        List<KindDef> kinds = kindsByType.getOrDefault(type.name(), List.of());
        Map<String, Json> properties = new TreeMap<>();
        List<String> required = new ArrayList<>();
        if (!kinds.isEmpty()) {
            properties.put("apiVersion", text());
            properties.put("kind", text());
        }
        for (FieldDef field : type.fields()) {
            properties.put(field.name(), field(field));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Fields fields = object(required);
        if (!properties.isEmpty()) {
            fields.put("properties", new Json.Obj(properties));
        }
        if (type.atomic()) {
            fields.put("x-kubernetes-map-type", "atomic");
        }
        if (!kinds.isEmpty()) {
            fields.put(
                    "x-kubernetes-group-version-kind",
                    kinds.stream()
                            .map(kind -> kind(kind.group(), kind.version(), kind.kind()))
                            .toList());
        }
        return fields.build();
    }

    private Json field(FieldDef field) {
        Fields fields = shape(field.shape());
        String defaultJson = field.defaultJson();
        if (defaultJson != null) {
            fields.put("default", Json.parse(defaultJson));
        }
        if (!field.enumValues().isEmpty() && field.shape() instanceof Shape.Scalar) {
            fields.putTexts("enum", field.enumValues());
        }
        merge(field.merge(), fields);
        return fields.build();
    }

    private static void merge(FieldDef.Merge merge, Fields fields) {
        if (merge.listType() != null) {
            fields.put("x-kubernetes-list-type", merge.listType().name().toLowerCase(Locale.ROOT));
        }
        fields.putTextsIfAny("x-kubernetes-list-map-keys", merge.mapKeys());
        if (merge.mapType() != null) {
            fields.put("x-kubernetes-map-type", merge.mapType().name().toLowerCase(Locale.ROOT));
        }
        if (!merge.patchStrategies().isEmpty()) {
            fields.put("x-kubernetes-patch-strategy", String.join(",", merge.patchStrategies()));
        }
        String mergeKey = merge.patchMergeKey();
        if (mergeKey != null) {
            fields.put("x-kubernetes-patch-merge-key", mergeKey);
        }
    }

    private Fields shape(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> new Fields().put("type", "string");
                    case BYTES -> new Fields().put("format", "byte").put("type", "string");
                    case INT32 -> new Fields().put("format", "int32").put("type", "integer");
                    case INT64 -> new Fields().put("format", "int64").put("type", "integer");
                    case DOUBLE -> new Fields().put("format", "double").put("type", "number");
                    case BOOL -> new Fields().put("type", "boolean");
                };
            case Shape.ListOf list ->
                new Fields().put("items", shape(list.element()).build()).put("type", "array");
            case Shape.MapOf map ->
                new Fields()
                        .put("additionalProperties", shape(map.value()).build())
                        .put("type", "object");
            case Shape.Ref ref -> reference(ref.type());
        };
    }

    private static void references(Shape shape, Deque<String> found) {
        switch (shape) {
            case Shape.Scalar ignored -> {}
            case Shape.ListOf list -> references(list.element(), found);
            case Shape.MapOf map -> references(map.value(), found);
            case Shape.Ref ref -> found.add(ref.type());
        }
    }
}
