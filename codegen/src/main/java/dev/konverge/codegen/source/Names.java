package dev.konverge.codegen.source;

import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;

/** Where the Java form of each schema type lives. */
final class Names {
    static final String MODEL = "dev.konverge.model";
    static final String CODEC = MODEL + ".codec";
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    private final Schema schema;

    Names(Schema schema) {
        this.schema = schema;
    }

    /** {@return the type's definition} */
    TypeDef type(String name) {
        return schema.type(name);
    }

    /** {@return the Java type that stands for a schema type} */
    JavaName of(TypeDef type) {
        return switch (type.form()) {
            case OBJECT, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY ->
                new JavaName(packageOf(type), type.simpleName());
            case QUANTITY -> new JavaName(MODEL, "Quantity");
            case INT_OR_STRING -> new JavaName(MODEL, "IntOrString");
            case TIME, MICRO_TIME -> new JavaName("java.time", "Instant");
            case RAW_EXTENSION, FIELDS_V1, JSON, PATCH -> new JavaName(MODEL, "RawJson");
        };
    }

    /** {@return the expression for the codec of a schema type} */
    String codec(TypeDef type, Imports imports) {
        return switch (type.form()) {
            case OBJECT, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> imports.use(of(type)) + ".CODEC";
            case QUANTITY -> forms(imports) + ".QUANTITY";
            case INT_OR_STRING -> forms(imports) + ".INT_OR_STRING";
            case TIME -> forms(imports) + ".TIME";
            case RAW_EXTENSION, FIELDS_V1, JSON -> forms(imports) + ".RAW";
            case MICRO_TIME, PATCH ->
                throw new IllegalArgumentException("no codec for " + type.name() + " as an element of a list or map");
        };
    }

    private static String forms(Imports imports) {
        return imports.use(new JavaName(CODEC, "Forms"));
    }

    /**
     * {@return the package of a type} Metadata goes to the model's own package because everyone uses it; the rest is
     * found by the last two parts of its name before the type's: group and version.
     */
    private static String packageOf(TypeDef type) {
        if (type.name().startsWith(META)) {
            return MODEL;
        }
        String[] parts = type.name().split("\\.", -1);
        String group = parts[parts.length - 3];
        String version = parts[parts.length - 2];
        return version.matches("v[0-9].*") ? MODEL + "." + group + "." + version : MODEL + "." + version;
    }
}
