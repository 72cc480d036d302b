package dev.konverge.apiserver.structure;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the structure of a custom resource out of the schema in its definition. */
public final class CustomStructure {
    private final Structures builtIn;

    private CustomStructure(Structures builtIn) {
        this.builtIn = builtIn;
    }

    /**
     * {@return the structure of a custom resource}: {@code apiVersion}, {@code kind} and {@code metadata} as every object has
     * them, and what the schema says
     *
     * @param schema the {@code openAPIV3Schema}, structural; empty if there is none
     * @param builtIn what knows the structure of metadata
     */
    public static Struct of(Json.Obj schema, Structures builtIn) {
        return new CustomStructure(builtIn).struct(schema, flag(schema, "x-kubernetes-preserve-unknown-fields"), true);
    }

    private Structure structure(Json.Obj schema, boolean inherited) {
        boolean preserve = inherited || flag(schema, "x-kubernetes-preserve-unknown-fields");
        String format = text(schema, "format");
        return switch (text(schema, "type")) {
            case "object" -> struct(schema, preserve, flag(schema, "x-kubernetes-embedded-resource"));
            case "array" -> sequence(schema, preserve);
            case "integer", "number" -> Structure.Scalar.NUMBER;
            case "boolean" -> Structure.Scalar.BOOLEAN;
            case "string" -> format.isEmpty() || format.equals("byte") ? Structure.Scalar.STRING : Structure.Scalar.ANY;
            default -> Structure.Any.of(struct(schema, preserve, false), sequence(schema, preserve));
        };
    }

    private Struct struct(Json.Obj schema, boolean preserve, boolean resource) {
        return Struct.of(() -> fields(schema, preserve, resource), () -> others(schema, preserve))
                .withAtomic(text(schema, "x-kubernetes-map-type").equals("atomic"));
    }

    private Map<String, Field> fields(Json.Obj schema, boolean preserve, boolean resource) {
        Map<String, Field> fields = new LinkedHashMap<>();
        if (resource) {
            fields.put("apiVersion", Field.of("apiVersion", Structure.Scalar.STRING));
            fields.put("kind", Field.of("kind", Structure.Scalar.STRING));
            fields.put("metadata", Field.of("metadata", builtIn.objectMeta()));
        }
        object(schema, "properties").fields().forEach((name, property) -> {
            if (property instanceof Json.Obj inner && !fields.containsKey(name)) {
                fields.put(
                        name,
                        new Field(
                                name,
                                structure(inner, preserve),
                                inner.get("default"),
                                Field.Presence.WHEN_SET,
                                PatchRule.PLAIN));
            }
        });
        return Collections.unmodifiableMap(fields);
    }

    private @Nullable Structure others(Json.Obj schema, boolean preserve) {
        return switch (schema.get("additionalProperties")) {
            case Json.Obj values -> structure(values, preserve);
            case Json.Bool flag -> flag.value() ? Structure.Any.DEDUCED : null;
            case null -> preserve || object(schema, "properties").fields().isEmpty() ? Structure.Any.DEDUCED : null;
            case Json ignored -> null;
        };
    }

    private Structure.Sequence sequence(Json.Obj schema, boolean preserve) {
        Structure element =
                schema.get("items") instanceof Json.Obj items ? structure(items, preserve) : Structure.Any.ATOMIC;
        return switch (text(schema, "x-kubernetes-list-type")) {
            case "set" -> new Structure.SetList(element);
            case "map" -> new Structure.KeyedList(element, texts(schema, "x-kubernetes-list-map-keys"));
            default -> new Structure.AtomicList(element);
        };
    }

    private static List<String> texts(Json.Obj schema, String field) {
        List<String> texts = new ArrayList<>();
        if (schema.get(field) instanceof Json.Arr list) {
            list.items().forEach(item -> texts.add(item instanceof Json.Str text ? text.value() : ""));
        }
        return texts;
    }

    private static Json.Obj object(Json.Obj schema, String field) {
        return schema.get(field) instanceof Json.Obj found ? found : Json.Obj.EMPTY;
    }

    private static String text(Json.Obj schema, String field) {
        return schema.get(field) instanceof Json.Str text ? text.value() : "";
    }

    private static boolean flag(Json.Obj schema, String field) {
        return schema.get(field) instanceof Json.Bool flag && flag.value();
    }
}
