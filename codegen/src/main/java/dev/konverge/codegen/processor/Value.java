package dev.konverge.codegen.processor;

import dev.konverge.schema.Shape;
import java.util.Optional;

/**
 * What the type of a component means.
 *
 * @param shape how it is read and written
 * @param schema how the definition describes it
 * @param zero for a primitive type: what it is when nothing is given
 */
record Value(Shape shape, Node schema, Optional<String> zero) {
    static Value of(Shape shape, Node schema) {
        return new Value(shape, schema, Optional.empty());
    }

    boolean isCollection() {
        return shape instanceof Shape.ListOf || shape instanceof Shape.MapOf;
    }
}
