/**
 * What a record says about itself to become a custom resource: {@link dev.konverge.model.annotation.Kind} on the record, the
 * others on it or on its components.
 *
 * <p>None of them is there at run time. They are read by the annotation processor of {@code konverge-codegen}, which turns the
 * record into a codec, a builder, a type and a definition.
 */
package dev.konverge.model.annotation;
