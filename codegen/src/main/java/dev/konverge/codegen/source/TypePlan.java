package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be generated for one type.
 *
 * @param type the type
 * @param kind its kind, if it has one
 * @param names where Java types live
 */
record TypePlan(TypeDef type, @Nullable KindDef kind, Names names) {
    static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

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

    /** {@return whether it can be sent as protobuf; a type without fields is an empty message} */
    boolean hasProto() {
        return type.fields().isEmpty()
                || type.fields().stream().anyMatch(f -> !f.protoPath().isEmpty());
    }

    /** {@return the interface that its codec implements} */
    JavaName codecInterface() {
        String name = !hasProto() ? "Codec" : isResource() ? "ResourceCodec" : "ProtoCodec";
        return new JavaName(Names.CODEC, name);
    }

    JavaName codecName() {
        return new JavaName(name().packageName(), type.simpleName() + "Codec");
    }

    List<FieldCode> fields(Imports imports) {
        return type.fields().stream().map(f -> new FieldCode(f, names, imports)).toList();
    }
}
