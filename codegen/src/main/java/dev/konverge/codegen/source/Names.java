package dev.konverge.codegen.source;

import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Where the Java form of each schema type lives. */
final class Names {
    static final String MODEL = "dev.konverge.model";
    static final String CODEC = MODEL + ".codec";
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    private final Schema schema;

    /** Packages of types that are named as in Java already. */
    private final Set<String> javaPackages;

    /** Types whose records people wrote, by name. */
    private final Map<String, HandWritten> written;

    Names(Schema schema) {
        this(schema, Set.of(), Map.of());
    }

    /** Where types live if those of some packages are named after their place in Java. */
    Names(Schema schema, Set<String> javaPackages) {
        this(schema, javaPackages, Map.of());
    }

    /** Where types live if people wrote the records of some. */
    Names(Schema schema, Map<String, HandWritten> written) {
        this(schema, Set.of(), written);
    }

    private Names(Schema schema, Set<String> javaPackages, Map<String, HandWritten> written) {
        this.schema = schema;
        this.javaPackages = Set.copyOf(javaPackages);
        this.written = Map.copyOf(written);
    }

    /** {@return the imports of a file} Records that people wrote, and what is generated for them, keep their names. */
    Imports imports(String packageName, String simpleName) {
        Set<String> taken = new HashSet<>(Set.of(simpleName));
        written.values().stream()
                .filter(record -> record.packageName().equals(packageName))
                .forEach(record -> taken.addAll(record.topLevelNames()));
        return new Imports(packageName, taken);
    }

    /** {@return the type's definition} */
    TypeDef type(String name) {
        return schema.type(name);
    }

    /** {@return the Java type that stands for a schema type} */
    JavaName of(TypeDef type) {
        HandWritten record = written.get(type.name());
        if (record != null) {
            return record.javaName();
        }
        return switch (type.form()) {
            case OBJECT, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY ->
                new JavaName(packageOf(type), type.simpleName());
            case QUANTITY -> new JavaName(MODEL, "Quantity");
            case INT_OR_STRING -> new JavaName(MODEL, "IntOrString");
            case TIME, MICRO_TIME -> new JavaName("java.time", "Instant");
            case DURATION -> new JavaName("java.time", "Duration");
            case RAW_EXTENSION, FIELDS_V1, JSON, PATCH -> new JavaName(MODEL, "RawJson");
        };
    }

    /** {@return the expression for the codec of a schema type} */
    String codec(TypeDef type, Imports imports) {
        HandWritten record = written.get(type.name());
        if (record != null) {
            return imports.use(record.codecName()) + ".CODEC";
        }
        return switch (type.form()) {
            case OBJECT, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> imports.use(of(type)) + ".CODEC";
            case QUANTITY -> forms(imports) + ".QUANTITY";
            case INT_OR_STRING -> forms(imports) + ".INT_OR_STRING";
            case TIME -> forms(imports) + ".TIME";
            case DURATION -> forms(imports) + ".DURATION";
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
    private String packageOf(TypeDef type) {
        if (javaPackages.contains(type.packageName())) {
            return type.packageName();
        }
        if (type.name().startsWith(META)) {
            return MODEL;
        }
        String[] parts = type.name().split("\\.", -1);
        String group = parts[parts.length - 3];
        String version = parts[parts.length - 2];
        return version.matches("v[0-9].*") ? MODEL + "." + group + "." + version : MODEL + "." + version;
    }
}
