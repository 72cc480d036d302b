package dev.konverge.schema;

import java.util.List;
import java.util.Optional;

/**
 * A named type.
 *
 * <p>The {@code kind} and {@code apiVersion} that every object of a {@linkplain KindDef kind} starts with are not among
 * its fields: they say which type it is, the same in each object, and protobuf sends them in the envelope. Fields of
 * these names in types that are no kinds, such as an object reference, are fields like any other. The lists of a kind
 * ({@code PodList}) are not types either, since all of them are {@code metadata} and {@code items}.
 *
 * @param name its full name in the API description, such as {@code io.k8s.api.core.v1.Pod}
 * @param form what it looks like on the wire
 * @param atomic whether server-side apply treats a value of it as one whole (x-kubernetes-map-type: atomic)
 * @param fields its fields in the order in which Kubernetes writes them; empty unless the form is {@link Form#OBJECT}
 */
public record TypeDef(String name, Form form, boolean atomic, List<FieldDef> fields) {
    /** What a value of a type looks like on the wire. */
    public enum Form {
        /** A JSON object with the fields listed. */
        OBJECT,
        /** A number with a unit, written as a string. */
        QUANTITY,
        /** A whole number or a string. */
        INT_OR_STRING,
        /** A point in time, to the second. */
        TIME,
        /** A point in time, to the microsecond. */
        MICRO_TIME,
        /** A length of time, as Go writes it. */
        DURATION,
        /** Any object, kept as it is. */
        RAW_EXTENSION,
        /** A set of field paths, kept as the JSON object it is. */
        FIELDS_V1,
        /** A request body of a patch: not a value of any field. */
        PATCH,
        /** Any JSON value. */
        JSON,
        /** A JSON schema or a list of them. */
        SCHEMA_OR_ARRAY,
        /** A JSON schema or a boolean. */
        SCHEMA_OR_BOOL,
        /** A JSON schema or a list of strings. */
        SCHEMA_OR_STRING_ARRAY
    }

    /** Copies its arguments. */
    public TypeDef {
        fields = List.copyOf(fields);
    }

    /** {@return the part of the name after the last dot, such as {@code Pod}} */
    public String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** {@return the part of the name before the last dot, such as {@code io.k8s.api.core.v1}} */
    public String packageName() {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** {@return the field with that JSON name, if there is one} */
    public Optional<FieldDef> findField(String jsonName) {
        return fields.stream().filter(f -> f.name().equals(jsonName)).findFirst();
    }
}
