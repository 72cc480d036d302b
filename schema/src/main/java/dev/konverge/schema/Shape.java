package dev.konverge.schema;

/** The shape of a value: a scalar, a named type, a list or a map with string keys. */
public sealed interface Shape {
    /** A plain value. */
    enum Scalar implements Shape {
        /** Text. */
        STRING,
        /** Octets, base64 in JSON. */
        BYTES,
        /** 32 bits. */
        INT32,
        /** 64 bits. */
        INT64,
        /** A floating-point number of 64 bits. */
        DOUBLE,
        /** True or false. */
        BOOL
    }

    /**
     * A value of a named type.
     *
     * @param type the full name of the type
     */
    record Ref(String type) implements Shape {}

    /**
     * A list. Inside a list or a map, protobuf wraps it in a message whose field 1 repeats the elements.
     *
     * @param element the shape of its elements
     */
    record ListOf(Shape element) implements Shape {}

    /**
     * A map from strings.
     *
     * @param value the shape of its values
     */
    record MapOf(Shape value) implements Shape {}
}
