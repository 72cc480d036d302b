package dev.konverge.apiserver.structure;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The structures of the built-in types, each made when first asked for. May be used by many threads. */
public final class Structures {
    private static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    private final Schema schema;

    /** Every type asked for so far; bounded by the number of types in the schema. */
    private final Map<String, Structure> types = new ConcurrentHashMap<>();

    /** The types of whole objects. */
    private final Set<String> objects;

    /** Takes the facts about the built-in types. */
    public Structures(Schema schema) {
        this.schema = schema;
        this.objects = schema.kinds().stream().map(KindDef::type).collect(Collectors.toUnmodifiableSet());
    }

    /** {@return the structure of objects of a kind, {@code apiVersion} and {@code kind} included} */
    public Struct kind(KindDef kind) {
        return object(kind.type());
    }

    /**
     * {@return the structure of objects of a kind, {@code apiVersion} and {@code kind} included}
     *
     * @param typeName the full name of the kind's type
     */
    public Struct object(String typeName) {
        TypeDef type = schema.type(typeName);
        return Struct.of(() -> withHead(fields(type)));
    }

    private static Map<String, Field> withHead(Map<String, Field> body) {
        Map<String, Field> fields = new LinkedHashMap<>();
        fields.put("apiVersion", Field.of("apiVersion", Structure.Scalar.STRING));
        fields.put("kind", Field.of("kind", Structure.Scalar.STRING));
        fields.putAll(body);
        return Collections.unmodifiableMap(fields);
    }

    /** {@return the structure of a type that is part of others; the same instance each time} */
    public Structure type(String typeName) {
        Structure known = types.get(typeName);
        return known != null ? known : types.computeIfAbsent(typeName, name -> make(schema.type(name)));
    }

    /** {@return the structure of the metadata of every object} */
    public Struct objectMeta() {
        return (Struct) type(OBJECT_META);
    }

    private Structure make(TypeDef type) {
        return switch (type.form()) {
            case OBJECT ->
                type.fields().isEmpty()
                        ? Struct.mapOfDeduced()
                        : Struct.of(() -> part(type)).withAtomic(type.atomic());
            case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION -> Structure.Scalar.ANY;
            case RAW_EXTENSION -> Structure.Any.ATOMIC;
            case FIELDS_V1, PATCH -> Struct.mapOfDeduced();
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> Structure.Any.DEDUCED;
        };
    }

    /** Whole objects say what they are even as part of others: the claims of a stateful set. */
    private Map<String, Field> part(TypeDef type) {
        return objects.contains(type.name()) ? withHead(fields(type)) : fields(type);
    }

    private Map<String, Field> fields(TypeDef type) {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (FieldDef def : type.fields()) {
            fields.put(def.name(), field(def));
        }
        return Collections.unmodifiableMap(fields);
    }

    private Field field(FieldDef def) {
        Field.Presence presence =
                def.presence() == FieldDef.Presence.ALWAYS ? Field.Presence.ALWAYS : Field.Presence.WHEN_SET;
        return new Field(def.name(), structure(def), defaultValue(def), presence, patch(def.merge()));
    }

    private Structure structure(FieldDef def) {
        Structure plain = structure(def.shape());
        FieldDef.Merge merge = def.merge();
        if (plain instanceof Structure.AtomicList list) {
            return sequence(list.element(), merge);
        }
        if (plain instanceof Struct struct && merge.mapType() != null) {
            return struct.withAtomic(merge.mapType() == FieldDef.MapType.ATOMIC);
        }
        return plain;
    }

    private Structure structure(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING, BYTES -> Structure.Scalar.STRING;
                    case INT32, INT64, DOUBLE -> Structure.Scalar.NUMBER;
                    case BOOL -> Structure.Scalar.BOOLEAN;
                };
            case Shape.Ref ref -> type(ref.type());
            case Shape.ListOf list -> new Structure.AtomicList(structure(list.element()));
            case Shape.MapOf map -> Struct.mapOf(structure(map.value()));
        };
    }

    private static Structure sequence(Structure element, FieldDef.Merge merge) {
        FieldDef.ListType type = merge.listType();
        if (type == null) {
            return inferred(element, merge);
        }
        return switch (type) {
            case ATOMIC -> new Structure.AtomicList(element);
            case SET -> new Structure.SetList(element);
            case MAP -> new Structure.KeyedList(element, merge.mapKeys());
        };
    }

    /** Where server-side apply was told nothing, it goes by what strategic merge patch was told. */
    private static Structure inferred(Structure element, FieldDef.Merge merge) {
        if (!merge.patchStrategies().contains("merge")) {
            return new Structure.AtomicList(element);
        }
        String key = merge.patchMergeKey();
        return key == null ? new Structure.SetList(element) : new Structure.KeyedList(element, List.of(key));
    }

    private static PatchRule patch(FieldDef.Merge merge) {
        List<String> strategies = merge.patchStrategies();
        PatchRule.Strategy strategy = strategies.contains("merge")
                ? PatchRule.Strategy.MERGE
                : strategies.contains("replace") ? PatchRule.Strategy.REPLACE : PatchRule.Strategy.NONE;
        return new PatchRule(strategy, merge.patchMergeKey());
    }

    private static @Nullable Json defaultValue(FieldDef def) {
        String stated = def.defaultJson();
        if (stated != null) {
            return Json.parse(stated);
        }
        if (def.presence() != FieldDef.Presence.ALWAYS || !(def.shape() instanceof Shape.Scalar scalar)) {
            return null;
        }
        return switch (scalar) {
            case STRING, BYTES -> Json.of("");
            case INT32, INT64, DOUBLE -> Json.of(0L);
            case BOOL -> Json.Bool.FALSE;
        };
    }
}
