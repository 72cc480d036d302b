package dev.konverge.codegen.source;

import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.Locale;

/** What the sources of one field look like: its Java type and the expressions that read and write it. */
final class FieldCode {
    private final FieldDef def;
    private final String identifier;
    private final Names names;
    private final Imports imports;

    /**
     * The code of a field.
     *
     * @param identifier the name of the record's component
     */
    FieldCode(FieldDef def, String identifier, Names names, Imports imports) {
        this.def = def;
        this.identifier = identifier;
        this.names = names;
        this.imports = imports;
    }

    FieldDef def() {
        return def;
    }

    String identifier() {
        return identifier;
    }

    boolean isCollection() {
        return def.shape() instanceof Shape.ListOf || def.shape() instanceof Shape.MapOf;
    }

    /** {@return the type of the record's component} */
    String componentType() {
        return isCollection() ? boxed(def.shape()) : imports.useNullable(javaName(def.shape()));
    }

    /** {@return the type without a word on null} */
    String boxed(Shape shape) {
        return switch (shape) {
            case Shape.ListOf list ->
                imports.use(new JavaName("java.util", "List")) + "<" + boxed(list.element()) + ">";
            case Shape.MapOf map ->
                imports.use(new JavaName("java.util", "Map")) + "<String, " + boxed(map.value()) + ">";
            case Shape.Scalar scalar -> imports.use(javaName(scalar));
            case Shape.Ref ref -> imports.use(javaName(ref));
        };
    }

    JavaName javaName(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> new JavaName("java.lang", "String");
                    case BYTES -> new JavaName(Names.MODEL, "Bytes");
                    case INT32 -> new JavaName("java.lang", "Integer");
                    case INT64 -> new JavaName("java.lang", "Long");
                    case DOUBLE -> new JavaName("java.lang", "Double");
                    case BOOL -> new JavaName("java.lang", "Boolean");
                };
            case Shape.Ref ref -> names.of(names.type(ref.type()));
            case Shape.ListOf ignored -> new JavaName("java.util", "List");
            case Shape.MapOf ignored -> new JavaName("java.util", "Map");
        };
    }

    /** {@return what stands for a field that is not there} */
    String absent() {
        return switch (def.shape()) {
            case Shape.ListOf ignored -> imports.use(new JavaName("java.util", "List")) + ".of()";
            case Shape.MapOf ignored -> imports.use(new JavaName("java.util", "Map")) + ".of()";
            case Shape.Scalar ignored -> "null";
            case Shape.Ref ignored -> "null";
        };
    }

    /** {@return the expression that makes the component of what was read} */
    String taken(String given) {
        return switch (def.shape()) {
            case Shape.ListOf ignored -> "list(" + given + ")";
            case Shape.MapOf ignored -> "map(" + given + ")";
            case Shape.Scalar scalar -> "(" + boxed(scalar) + ") " + given;
            case Shape.Ref ref -> "(" + boxed(ref) + ") " + given;
        };
    }

    // ---- JSON ------------------------------------------------------------------------------------------------------

    /** {@return the name of the form by which the field is read} */
    String jsonForm() {
        return switch (def.shape()) {
            case Shape.ListOf ignored -> "LIST";
            case Shape.MapOf ignored -> "MAP";
            case Shape.Scalar scalar ->
                switch (scalar) {
                    case STRING -> "TEXT";
                    case BYTES -> "BYTES";
                    case INT32 -> "INTEGER";
                    case INT64 -> "LONG";
                    case DOUBLE -> "DOUBLE";
                    case BOOL -> "BOOLEAN";
                };
            case Shape.Ref ref ->
                switch (names.type(ref.type()).form()) {
                    case TIME -> "TIME";
                    case MICRO_TIME -> "MICRO_TIME";
                    default -> "OBJECT";
                };
        };
    }

    /** {@return the codec of the field's value, or of its elements; empty if its form needs none} */
    String jsonCodec() {
        return switch (def.shape()) {
            case Shape.ListOf list -> codec(list.element());
            case Shape.MapOf map -> codec(map.value());
            case Shape.Scalar ignored -> "";
            case Shape.Ref ref -> isTime(ref) ? "" : codec(ref);
        };
    }

    /** {@return the statement that writes the field to {@code out}} */
    String jsonWrite(String constant) {
        String value = "value." + identifier + "()";
        return switch (def.shape()) {
            case Shape.ListOf list -> collection("list", constant, value + ", " + codec(list.element()));
            case Shape.MapOf map -> collection("map", constant, value + ", " + codec(map.value()));
            case Shape.Scalar scalar ->
                "out."
                        + switch (scalar) {
                            case STRING -> "string";
                            case BYTES -> "bytes";
                            case INT32, INT64 -> "integer";
                            case DOUBLE -> "number";
                            case BOOL -> "bool";
                        }
                        + "(" + constant + ", " + value + ");";
            case Shape.Ref ref ->
                switch (names.type(ref.type()).form()) {
                    case TIME -> "out.time(" + constant + ", " + value + ");";
                    case MICRO_TIME -> "out.microTime(" + constant + ", " + value + ");";
                    default -> "out.object(" + constant + ", " + value + ", " + codec(ref) + ");";
                };
        };
    }

    /** What the API demands is written even if it is empty. The built-in kinds have rules of their own for that. */
    private String collection(String method, String constant, String arguments) {
        return isDemanded()
                ? "out.field(" + constant + "); out." + method + "(" + arguments + ");"
                : "out." + method + "(" + constant + ", " + arguments + ");";
    }

    private boolean isDemanded() {
        return def.presence() == FieldDef.Presence.ALWAYS && def.protoPath().isEmpty();
    }

    private String codec(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> scalars() + "." + scalar.name();
            case Shape.Ref ref -> names.codec(names.type(ref.type()), imports);
            case Shape.ListOf(Shape.Scalar scalar) when scalar == Shape.Scalar.STRING -> scalars() + ".STRINGS";
            case Shape.ListOf list -> scalars() + ".list(" + codec(list.element()) + ")";
            case Shape.MapOf map -> scalars() + ".map(" + codec(map.value()) + ")";
        };
    }

    private String scalars() {
        return imports.use(new JavaName(Names.CODEC, "Scalars"));
    }

    // ---- protobuf --------------------------------------------------------------------------------------------------

    /** {@return the name of the form by which the field is read} */
    String protoForm() {
        return switch (def.shape()) {
            case Shape.ListOf list ->
                switch (list.element()) {
                    case Shape.Scalar scalar ->
                        scalar == Shape.Scalar.BYTES
                                ? "ALL_BYTES"
                                : protoListMethod(scalar).toUpperCase(Locale.ROOT);
                    case Shape.Ref ignored -> "MESSAGES";
                    case Shape.ListOf ignored -> throw nested();
                    case Shape.MapOf ignored -> throw nested();
                };
            case Shape.MapOf ignored -> "ENTRIES";
            case Shape.Scalar scalar ->
                protoMethod(scalar).toUpperCase(Locale.ROOT) + (orNull().isEmpty() ? "" : "_OR_NULL");
            case Shape.Ref ref ->
                switch (names.type(ref.type()).form()) {
                    case TIME, MICRO_TIME -> "TIME";
                    case RAW_EXTENSION, FIELDS_V1, JSON -> "RAW";
                    default -> "MESSAGE";
                };
        };
    }

    private String orNull() {
        return def.presence() == FieldDef.Presence.ZERO_IS_ABSENT ? "OrNull" : "";
    }

    /** {@return the statement that writes the field with that number} */
    String protoWrite(int number) {
        String value = "value." + identifier + "()";
        return switch (def.shape()) {
            case Shape.ListOf list ->
                switch (list.element()) {
                    case Shape.Scalar scalar -> "out." + protoListMethod(scalar) + "(" + number + ", " + value + ");";
                    case Shape.Ref ref ->
                        "out.messages(" + number + ", " + value + ", " + names.codec(names.type(ref.type()), imports)
                                + ");";
                    case Shape.ListOf ignored -> throw nested();
                    case Shape.MapOf ignored -> throw nested();
                };
            case Shape.MapOf map -> "out.map(" + number + ", " + value + ", " + protoValue(map.value()) + ");";
            case Shape.Scalar scalar -> "out." + protoMethod(scalar) + "(" + number + ", " + value + ");";
            case Shape.Ref ref ->
                isTime(ref)
                        ? "out.time(" + number + ", " + value + ");"
                        : "out.message(" + number + ", " + value + ", " + names.codec(names.type(ref.type()), imports)
                                + ");";
        };
    }

    private boolean isTime(Shape.Ref ref) {
        TypeDef.Form form = names.type(ref.type()).form();
        return form == TypeDef.Form.TIME || form == TypeDef.Form.MICRO_TIME;
    }

    private String protoValue(Shape shape) {
        String protoValue = imports.use(new JavaName(Names.CODEC, "ProtoValue"));
        return switch (shape) {
            case Shape.Scalar scalar when scalar == Shape.Scalar.STRING -> protoValue + ".STRING";
            case Shape.Scalar scalar when scalar == Shape.Scalar.BYTES -> protoValue + ".BYTES";
            case Shape.ListOf(Shape.Scalar scalar) when scalar == Shape.Scalar.STRING -> protoValue + ".STRINGS";
            case Shape.Ref ref -> protoValue + ".of(" + names.codec(names.type(ref.type()), imports) + ")";
            default -> throw nested();
        };
    }

    private IllegalArgumentException nested() {
        return new IllegalArgumentException("no protobuf form for field " + def.name() + " of shape " + def.shape());
    }

    private static String protoMethod(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> "string";
            case BYTES -> "bytes";
            case INT32 -> "int32";
            case INT64 -> "int64";
            case DOUBLE -> "float64";
            case BOOL -> "bool";
        };
    }

    private String protoListMethod(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> "strings";
            case BYTES -> "allBytes";
            case INT32 -> "int32s";
            case INT64 -> "int64s";
            case BOOL -> "bools";
            case DOUBLE -> throw nested();
        };
    }
}
