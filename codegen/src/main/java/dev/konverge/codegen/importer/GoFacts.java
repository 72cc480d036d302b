package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoFields.GoField;
import dev.konverge.codegen.importer.GoModules.GoPackage;
import dev.konverge.codegen.importer.GoModules.Resolved;
import dev.konverge.codegen.importer.GoType.Constant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the markers in comments of Go declarations say: enumerations and defaults. */
final class GoFacts {
    private static final String ENUM_MARKER = "+enum";
    private static final String DEFAULT_MARKER = "+default=";

    private final GoModules modules;

    GoFacts(GoModules modules) {
        this.modules = modules;
    }

    /** {@return the constants of the enumeration that {@code type}, or what it points to or lists, is; sorted} */
    List<String> enumValues(GoType type) {
        return switch (type) {
            case GoType.Pointer(GoType target) -> enumValues(target);
            case GoType.Slice(GoType element) -> enumValues(element);
            case GoType.Named named ->
                modules.resolve(named).map(GoFacts::enumValues).orElse(List.of());
            case GoType.MapOf map -> List.of();
            case GoType.Struct struct -> List.of();
            case GoType.Opaque opaque -> List.of();
        };
    }

    private static List<String> enumValues(Resolved type) {
        if (!type.declaration().doc().contains(ENUM_MARKER)) {
            return List.of();
        }
        List<String> values = type.owner().constants().stream()
                .filter(constant -> constant.type().equals(type.name()))
                .map(constant -> value(type.owner(), constant))
                .distinct()
                .sorted()
                .toList();
        if (values.isEmpty()) {
            throw new ImportException(
                    type.name() + " is marked as an enumeration, and its package has no constant of it");
        }
        return values;
    }

    private static String value(GoPackage owner, Constant constant) {
        return constant.reference() ? value(owner, constant(owner, constant.value())) : constant.value();
    }

    private static Constant constant(GoPackage owner, String name) {
        return owner.constants().stream()
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ImportException("Go package " + owner.path() + " has no string constant '" + name
                        + "', which a default or another constant refers to"));
    }

    /** {@return the default that the comment of a field states, as compact JSON, if it states one} */
    @Nullable
    String defaultJson(GoField field) {
        for (String line : field.doc()) {
            if (line.startsWith(DEFAULT_MARKER)) {
                return json(line.substring(DEFAULT_MARKER.length()).strip(), field);
            }
        }
        return null;
    }

    private static String json(String text, GoField field) {
        JsonValue value = text.startsWith("ref(") && text.endsWith(")")
                ? new JsonValue.Text(value(
                        field.owner(), constant(field.owner(), text.substring(4, text.length() - 1))))
                : JsonValue.parse(text, "default of " + field.owner().path() + ", field " + field.jsonName());
        return value.compact();
    }
}
