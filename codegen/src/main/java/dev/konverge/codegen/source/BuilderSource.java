package dev.konverge.codegen.source;

import dev.konverge.schema.Shape;
import java.util.List;
import java.util.stream.Collectors;

/** The nested builder of a record. */
final class BuilderSource {
    private static final JavaName CONSUMER = new JavaName("java.util.function", "Consumer");

    private final String simple;
    private final List<FieldCode> fields;
    private final Imports imports;
    private final Source out;

    BuilderSource(String simple, List<FieldCode> fields, Imports imports, Source out) {
        this.simple = simple;
        this.fields = fields;
        this.imports = imports;
        this.out = out;
    }

    void add() {
        out.blank().line("/** Sets what a {@link " + simple + "} is made of. Not safe for use by several threads. */");
        out.open("public static final class Builder");
        for (FieldCode field : fields) {
            String initial = field.isCollection() ? " = " + field.absent() : "";
            out.line("private " + field.componentType() + " " + field.identifier() + initial + ";");
        }
        constructors();
        fields.forEach(this::setters);
        out.blank().line("/** {@return the value} */");
        out.open("public " + simple + " build()");
        out.line("return new " + simple + "("
                + fields.stream().map(FieldCode::identifier).collect(Collectors.joining(", ")) + ");");
        out.close();
        out.close();
    }

    private void constructors() {
        out.blank().line("private Builder() {}");
        out.blank().open("private Builder(" + simple + " from)");
        fields.forEach(f -> out.line("this." + f.identifier() + " = from." + f.identifier() + "();"));
        out.close();
    }

    private void setters(FieldCode field) {
        String id = field.identifier();
        setter(id, field.componentType() + " " + id, "this." + id + " = " + id + ";");
        switch (field.def().shape()) {
            case Shape.ListOf list -> listSetters(field, list.element());
            case Shape.MapOf map -> mapSetters(field, map.value());
            case Shape.Ref ref -> refSetters(field, ref);
            case Shape.Scalar ignored -> {}
        }
    }

    private void setter(String name, String parameters, String statement) {
        out.blank().line("/** Sets {@code " + name + "}. */");
        method(name, parameters, statement);
    }

    private void method(String name, String parameters, String... statements) {
        out.open("public Builder " + name + "(" + parameters + ")");
        for (String statement : statements) {
            out.line(statement);
        }
        out.line("return this;").close();
    }

    private boolean hasBuilder(Shape shape) {
        return shape instanceof Shape.Ref && !Forms.isWritten(javaNameOf(shape));
    }

    private JavaName javaNameOf(Shape shape) {
        return fields.get(0).javaName(shape);
    }

    private void refSetters(FieldCode field, Shape.Ref ref) {
        String id = field.identifier();
        JavaName name = field.javaName(ref);
        if (hasBuilder(ref)) {
            String nested = imports.use(name);
            out.blank().line("/** Sets or changes {@code " + id + "} through a builder. */");
            method(
                    id,
                    imports.use(CONSUMER) + "<" + nested + ".Builder> change",
                    nested + ".Builder builder = this." + id + " == null ? " + nested + ".builder() : this." + id
                            + ".toBuilder();",
                    "change.accept(builder);",
                    "this." + id + " = builder.build();");
        } else if (name.simpleName().equals("IntOrString")) {
            setter(id, "int " + id, "this." + id + " = IntOrString.of(" + id + ");");
            setter(id, "String " + id, "this." + id + " = IntOrString.of(" + id + ");");
        } else if (name.simpleName().equals("Quantity")) {
            setter(id, "String " + id, "this." + id + " = Quantity.parse(" + id + ");");
        }
    }

    private void listSetters(FieldCode field, Shape element) {
        String id = field.identifier();
        String add = "add" + JavaName.capitalized(id);
        String type = field.boxed(element);
        if (element instanceof Shape.ListOf || element instanceof Shape.MapOf) {
            return;
        }
        String appended =
                "this." + id + " = " + imports.use(new JavaName(Names.CODEC, "Frozen")) + ".append(this." + id + ", ";
        out.blank().line("/** Adds to {@code " + id + "}. */");
        method(add, type + "... more", appended + imports.use(new JavaName("java.util", "List")) + ".of(more));");
        if (hasBuilder(element) && !isSetThroughBuilder(add)) {
            out.blank().line("/** Adds one to {@code " + id + "} through a builder. */");
            method(
                    add,
                    imports.use(CONSUMER) + "<" + type + ".Builder> change",
                    type + ".Builder builder = " + type + ".builder();",
                    "change.accept(builder);",
                    appended + imports.use(new JavaName("java.util", "List")) + ".of(builder.build()));");
        }
    }

    /** {@return whether a method of that name sets a field through a builder: erased, another that adds to a list is the same} */
    private boolean isSetThroughBuilder(String name) {
        return fields.stream()
                .anyMatch(f -> f.identifier().equals(name) && hasBuilder(f.def().shape()));
    }

    private void mapSetters(FieldCode field, Shape value) {
        String id = field.identifier();
        String put = "put" + JavaName.capitalized(id);
        String entry =
                "this." + id + " = " + imports.use(new JavaName(Names.CODEC, "Frozen")) + ".put(this." + id + ", key, ";
        out.blank().line("/** Sets one entry of {@code " + id + "}. */");
        method(put, "String key, " + field.boxed(value) + " value", entry + "value);");
        if (field.boxed(value).equals("Quantity")) {
            out.blank().line("/** Sets one entry of {@code " + id + "}. */");
            method(put, "String key, String value", entry + "Quantity.parse(value));");
        }
    }

    /** Types that are written by hand and have no builder. */
    private static final class Forms {
        private static boolean isWritten(JavaName name) {
            return name.packageName().equals("java.time")
                    || switch (name.simpleName()) {
                        case "Quantity",
                                "IntOrString",
                                "RawJson",
                                "JSONSchemaPropsOrArray",
                                "JSONSchemaPropsOrBool",
                                "JSONSchemaPropsOrStringArray" -> true;
                        default -> false;
                    };
        }
    }
}
