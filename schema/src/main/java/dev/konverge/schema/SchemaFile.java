package dev.konverge.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The text form of a {@link Schema}: one fact a line, made to be read and compared by people.
 *
 * <pre>{@code
 * konverge-schema 1 kubernetes 1.36.4
 * group v1
 * group autoscaling/v2 autoscaling/v1
 *
 * kind v1 Pod io.k8s.api.core.v1.Pod
 *  resource pods namespaced short=po categories=all verbs=create,delete,get
 *  subresource status v1 Pod get,patch,update
 *
 * package io.k8s.api.core.v1
 *
 * type Container
 *  name string! 1 required
 *  image string 2
 *  ports [ContainerPort] 6 list=map keys=containerPort,protocol patch=merge mergeKey=containerPort
 *  resources ResourceRequirements! 8
 *
 * type ObjectReference map=atomic
 *  ...
 * end
 * }</pre>
 *
 * <ul>
 *   <li>A group names its versions, the preferred one first. A kind without a resource line is served nowhere.
 *   <li>A field is its JSON name, its shape, its protobuf number and what else is stated of it, in the order {@code
 *       required}, {@code list=}, {@code keys=}, {@code map=}, {@code patch=}, {@code mergeKey=}, {@code enum=}, {@code
 *       default=}, {@code go=}, {@code within=}.
 *   <li>{@code [x]} is a list, {@code {x}} a map. A type of the same package goes by its last name.
 *   <li>After the shape, {@code !} stands for {@link FieldDef.Presence#ALWAYS}, {@code ?} for {@link
 *       FieldDef.Presence#EXPLICIT}, nothing for {@link FieldDef.Presence#ZERO_IS_ABSENT}.
 *   <li>The number is a path ({@code 2.1}) where protobuf nests what JSON inlines, and {@code -} where there is none.
 *   <li>A value with a space, a comma or a quote in it is written as a JSON string.
 * </ul>
 *
 * <p>Equal schemas have equal bytes, and a file that was written here reads and writes to the same bytes.
 */
public final class SchemaFile {
    private SchemaFile() {}

    /** {@return the text of {@code schema}, ending in a line break} */
    public static String format(Schema schema) {
        return new SchemaWriter(schema).write();
    }

    /**
     * {@return the schema that {@code text} states}
     *
     * @throws SchemaFormatException if the text is not a schema, or one whose parts do not fit together
     */
    public static Schema parse(String text) {
        return new SchemaReader(text).read();
    }

    /**
     * Reads a stream to its end and parses it; does not close it.
     *
     * @return the schema that the stream states
     * @throws SchemaFormatException if the text is not a schema, or one whose parts do not fit together
     * @throws IOException if the stream fails
     */
    public static Schema read(InputStream in) throws IOException {
        return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
}
