package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoFields.GoField;
import dev.konverge.codegen.importer.GoModules.Resolved;
import dev.konverge.codegen.importer.GoType.Constant;
import dev.konverge.codegen.importer.GoType.Named;
import dev.konverge.codegen.importer.GoType.Value;
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

    /** {@return the constants of the enumeration that {@code type}, or what it points to or holds, is; sorted} */
    List<String> enumValues(GoType type) {
        return switch (type) {
            case GoType.Pointer(GoType target) -> enumValues(target);
            case GoType.Slice(GoType element) -> enumValues(element);
            case Named named -> modules.resolve(named).map(this::enumValues).orElse(List.of());
            case GoType.MapOf(GoType value) -> enumValues(value);
            case GoType.Struct struct -> List.of();
            case GoType.Opaque opaque -> List.of();
        };
    }

    private List<String> enumValues(Resolved type) {
        if (!type.declaration().doc().contains(ENUM_MARKER)) {
            return List.of();
        }
        List<String> values = type.owner().constants().stream()
                .filter(constant -> constant.type().equals(type.name()))
                .map(constant -> text(constant))
                .distinct()
                .sorted()
                .toList();
        if (values.isEmpty()) {
            throw new ImportException(
                    type.name() + " is marked as an enumeration, and its package has no constant of it");
        }
        return values;
    }

    private String text(Constant constant) {
        return switch (constant.value()) {
            case Value.Text(String text) -> text;
            case Value.SameAs(Named other) -> text(constant(other));
            case Value.Other other ->
                throw new ImportException("Go constant " + constant.name() + " of " + constant.type()
                        + " has a value that the import does not understand; teach it to");
        };
    }

    private Constant constant(Named name) {
        return modules.find(name.packagePath()).stream()
                .flatMap(owner -> owner.constants().stream())
                .filter(constant -> constant.name().equals(name.name()))
                .findFirst()
                .orElseThrow(() -> new ImportException("a default or a constant refers to a Go constant "
                        + name.packagePath() + "." + name.name()
                        + ", which is in none of the Go modules given; give the module that has it as well"));
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

    private String json(String text, GoField field) {
        String owner = field.owner().path();
        JsonValue value = text.startsWith("ref(") && text.endsWith(")")
                ? new JsonValue.Text(text(constant(new Named(owner, text.substring(4, text.length() - 1)))))
                : JsonValue.parse(text, "default of field " + field.jsonName() + " in Go package " + owner);
        return value.compact();
    }
}
