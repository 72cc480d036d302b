package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoFields.GoField;
import dev.konverge.codegen.importer.GoModules.Resolved;
import dev.konverge.codegen.importer.GoType.Constant;
import dev.konverge.codegen.importer.GoType.Named;
import dev.konverge.codegen.importer.GoType.Value;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Go declarations say beside the form of a type: enumerations and defaults, in the comments, and names. */
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

    /** {@return what Go calls a field and its type, as far as the API description has no name for it} */
    FieldDef.Go names(GoField field, Shape shape) {
        String type = shape instanceof Shape.Ref ? null : name(field.type());
        return new FieldDef.Go(type, field.within().isEmpty() ? null : String.join(".", field.within()));
    }

    /** {@return the name of a type as Go's messages have it, if it is one that was declared and is no struct} */
    private @Nullable String name(GoType type) {
        return switch (type) {
            case GoType.Pointer(GoType target) -> name(target);
            case GoType.Slice(GoType element) -> {
                String name = name(element);
                yield name == null ? null : "[]" + name;
            }
            case Named named -> modules.resolve(named).map(this::name).orElse(null);
            case GoType.MapOf map -> null;
            case GoType.Struct struct -> null;
            case GoType.Opaque opaque -> null;
        };
    }

    private @Nullable String name(Resolved type) {
        if (isStruct(type.declaration().type())) {
            return null;
        }
        String path = type.owner().path();
        return path.substring(path.lastIndexOf('/') + 1) + "." + type.name().name();
    }

    private boolean isStruct(GoType type) {
        return switch (type) {
            case GoType.Struct struct -> true;
            case Named named ->
                modules.resolve(named)
                        .map(resolved -> isStruct(resolved.declaration().type()))
                        .orElse(false);
            default -> false;
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
