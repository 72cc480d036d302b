package dev.konverge.codegen.importer;

import java.util.List;

/** A Go type as it is written, names resolved to the packages they come from. */
sealed interface GoType {
    record Pointer(GoType target) implements GoType {}

    record Slice(GoType element) implements GoType {}

    record MapOf(GoType value) implements GoType {}

    /** A type by its name; the package is the import path, empty for a type of the language itself. */
    record Named(String packagePath, String name) implements GoType {
        @Override
        public String toString() {
            return "Go type " + packagePath + "." + name;
        }
    }

    record Struct(List<Field> fields) implements GoType {}

    /** A function, a channel, an interface: nothing that is sent. */
    record Opaque() implements GoType {}

    /**
     * A field of a struct.
     *
     * @param name its name in Go; for an embedded struct, the name of its type
     * @param type its type
     * @param embedded whether it was declared without a name
     * @param tag its tag, empty if it has none
     * @param doc the comment above it
     */
    record Field(String name, GoType type, boolean embedded, GoTag tag, List<String> doc) {}

    /**
     * A type declaration.
     *
     * @param name its name
     * @param type what it stands for
     * @param alias whether it only gives {@code type} another name, rather than making a new type of the same form
     * @param doc the comment above it
     */
    record Declaration(String name, GoType type, boolean alias, List<String> doc) {}

    /**
     * A constant.
     *
     * @param name its name
     * @param type its type; string if it was declared without one
     * @param value its value
     */
    record Constant(String name, Named type, Value value) {}

    /** The value of a constant. */
    sealed interface Value {
        record Text(String text) implements Value {}

        /** That of another constant, by its name. */
        record SameAs(Named constant) implements Value {}

        /** No string, or an expression that is more than a name or a conversion. */
        record Other() implements Value {}
    }
}
