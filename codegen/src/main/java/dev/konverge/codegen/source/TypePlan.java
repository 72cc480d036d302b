package dev.konverge.codegen.source;

import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be generated for one type.
 *
 * @param type the type
 * @param kind its kind, if it has one
 * @param names where Java types live
 * @param written what there is already, if people wrote the record
 */
record TypePlan(
        TypeDef type,
        @Nullable KindDef kind,
        Names names,
        @Nullable HandWritten written) {
    static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    /** Constants of generated records, which no component may hide. */
    private static final Set<String> OF_RECORDS = Set.of("CODEC", "TYPE", "EMPTY");

    /** The same, and the methods that every resource has. */
    private static final Set<String> OF_RESOURCES = Set.of(
            "CODEC",
            "TYPE",
            "EMPTY",
            "resourceType",
            "apiVersion",
            "kind",
            "key",
            "findController",
            "isControlledBy",
            "ownerReference",
            "controllerReference");

    TypePlan(TypeDef type, @Nullable KindDef kind, Names names) {
        this(type, kind, names, null);
    }

    JavaName name() {
        return names.of(type);
    }

    /** {@return whether objects of it have metadata, so that they can be stored and watched} */
    boolean isResource() {
        return kind != null
                && type.findField("metadata")
                        .filter(f -> f.shape().equals(new Shape.Ref(OBJECT_META)))
                        .isPresent();
    }

    boolean isObjectMeta() {
        return type.name().equals(OBJECT_META);
    }

    /** {@return whether this is what servers keep about managers, which a decoder may leave out} */
    boolean isManagedFields(FieldCode field) {
        return isObjectMeta() && field.identifier().equals("managedFields");
    }

    /** {@return whether it can be sent as protobuf; a type without fields is an empty message} */
    boolean hasProto() {
        return (written == null && type.fields().isEmpty())
                || type.fields().stream().anyMatch(f -> !f.protoPath().isEmpty());
    }

    /** {@return the interface that its codec implements} */
    JavaName codecInterface() {
        String name = !hasProto() ? "Codec" : isResource() ? "ResourceCodec" : "ProtoCodec";
        return new JavaName(Names.CODEC, name);
    }

    JavaName codecName() {
        if (written != null) {
            return written.codecName();
        }
        return new JavaName(name().packageName(), type.simpleName() + "Codec");
    }

    List<FieldCode> fields(Imports imports) {
        Map<String, String> identifiers = written == null ? identifiers() : Map.of();
        List<FieldCode> fields = new ArrayList<>();
        for (FieldDef field : type.fields()) {
            String identifier = written == null ? identifiers.get(field.name()) : written.component(field.name());
            fields.add(new FieldCode(field, Objects.requireNonNull(identifier), names, imports));
        }
        return fields;
    }

    /** {@return the components by the names in JSON} Those that Java takes as they are choose first: "mode" is mode, not "Mode". */
    private Map<String, String> identifiers() {
        Set<String> taken = new HashSet<>(isResource() ? OF_RESOURCES : OF_RECORDS);
        Map<String, String> identifiers = new HashMap<>();
        for (boolean asItIs : new boolean[] {true, false}) {
            for (FieldDef field : type.fields()) {
                String identifier = JavaName.identifier(field.name());
                if (identifier.equals(field.name()) == asItIs) {
                    while (!taken.add(identifier)) {
                        identifier += "_";
                    }
                    identifiers.put(field.name(), identifier);
                }
            }
        }
        return identifiers;
    }
}
