package dev.konverge.codegen.processor;

import dev.konverge.schema.Shape;
import java.util.Optional;

/**
 * What the type of a component means.
 *
 * @param shape how it is read and written
 * @param schema how the definition describes it
 * @param zero for a type that cannot be null: what it is when nothing is given and there is no default
 */
record Value(Shape shape, Node schema, Optional<String> zero) {
    static Value of(Shape shape, Node schema) {
        return new Value(shape, schema, Optional.empty());
    }

    /** {@return what a component is that cannot be null, when nothing is given: what the server would put there} */
    Optional<String> absent() {
        return shape instanceof Shape.Scalar scalar && schema.has("default")
                ? zero.map(ignored -> literal(scalar, schema.text("default")))
                : zero;
    }

    private static String literal(Shape.Scalar scalar, String value) {
        return switch (scalar) {
            case INT64 -> value + "L";
            case DOUBLE -> value + "d";
            default -> value;
        };
    }

    boolean isCollection() {
        return shape instanceof Shape.ListOf || shape instanceof Shape.MapOf;
    }
}
