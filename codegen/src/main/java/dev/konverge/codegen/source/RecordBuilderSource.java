package dev.konverge.codegen.source;

import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The builder of a record that people wrote. It stands beside the record, because nothing can be added to it. */
final class RecordBuilderSource {
    private static final JavaName CONSUMER = new JavaName("java.util.function", "Consumer");

    private final TypePlan plan;
    private final HandWritten record;
    private final Map<String, HandWritten> written;
    private final Imports imports;
    private final List<FieldCode> fields;
    private final String builder;
    private final Source out = new Source();

    RecordBuilderSource(TypePlan plan, HandWritten record, Map<String, HandWritten> written) {
        this.plan = plan;
        this.record = record;
        this.written = written;
        this.builder = record.builderName().simpleName();
        this.imports = plan.names().imports(record.packageName(), builder);
        this.fields = plan.fields(imports);
    }

    String text() {
        String simple = record.name();
        out.line("/** Sets what a {@link " + simple + "} is made of. Not safe for use by several threads. */");
        record.annotate(out, imports);
        out.open(record.visibility() + "final class " + builder);
        fields.forEach(field -> out.line(
                "private " + field.boxed(field.def().shape()) + " " + field.identifier() + initial(field) + ";"));
        out.blank().line("/** A builder with nothing set. */");
        out.open("public " + builder + "()").close();
        out.blank().line("/** {@return a builder with everything set as there} */");
        out.open("public static " + builder + " of(" + simple + " from)");
        out.line(builder + " copy = new " + builder + "();");
        fields.forEach(f -> out.line("copy." + f.identifier() + " = from." + f.identifier() + "();"));
        out.line("return copy;").close();
        fields.forEach(this::setters);
        out.blank().line("/** {@return the value} */");
        out.open("public " + simple + " build()");
        out.line("return new " + simple + "("
                        + fields.stream()
                                .map(f -> record.argument(f.identifier(), f.identifier(), f.identifier()))
                                .collect(Collectors.joining(", "))
                        + ");")
                .close();
        out.close();
        return HandWrittenSources.inPackage(record.packageName(), imports, out);
    }

    private static String initial(FieldCode field) {
        return field.isCollection() ? " = " + field.absent() : "";
    }

    private void setters(FieldCode field) {
        String id = field.identifier();
        method(id, field.boxed(field.def().shape()) + " " + id, "Sets", "this." + id + " = " + id + ";");
        switch (field.def().shape()) {
            case Shape.ListOf(Shape element) -> adders(field, element);
            case Shape.MapOf(Shape value) ->
                method(
                        "put" + JavaName.capitalized(id),
                        "String key, " + field.boxed(value) + " value",
                        "Sets one entry of",
                        "this." + id + " = " + frozen() + ".put(this." + id + ", key, value);");
            case Shape.Ref ref -> nested(field, ref);
            case Shape.Scalar ignored -> {}
        }
    }

    private void method(String name, String parameters, String what, String... statements) {
        out.blank().line("/** " + what + " {@code " + name.replaceFirst("^(add|put)(?=[A-Z])", "") + "}. */");
        out.open("public " + builder + " " + name + "(" + parameters + ")");
        for (String statement : statements) {
            out.line(statement);
        }
        out.line("return this;").close();
    }

    private void adders(FieldCode field, Shape element) {
        if (element instanceof Shape.ListOf || element instanceof Shape.MapOf) {
            return;
        }
        String id = field.identifier();
        String add = "add" + JavaName.capitalized(id);
        String list = imports.use(new JavaName("java.util", "List"));
        method(
                add,
                field.boxed(element) + "... more",
                "Adds to",
                "this." + id + " = " + frozen() + ".append(this." + id + ", " + list + ".of(more));");
        if (element instanceof Shape.Ref ref && hasBuilder(ref) && !isSetThroughBuilder(add)) {
            method(
                    add,
                    imports.use(CONSUMER) + "<" + builderType(ref) + "> change",
                    "Adds, through a builder, to",
                    builderType(ref) + " builder = " + newBuilder(ref) + ";",
                    "change.accept(builder);",
                    "this." + id + " = " + frozen() + ".append(this." + id + ", " + list + ".of(builder.build()));");
        }
    }

    /** {@return whether a method of that name sets a field through a builder: erased, another that adds to a list is the same} */
    private boolean isSetThroughBuilder(String name) {
        return fields.stream()
                .anyMatch(f ->
                        f.identifier().equals(name) && f.def().shape() instanceof Shape.Ref ref && hasBuilder(ref));
    }

    private void nested(FieldCode field, Shape.Ref ref) {
        if (!hasBuilder(ref)) {
            return;
        }
        String id = field.identifier();
        HandWritten other = written.get(ref.type());
        String copy = other == null ? "this." + id + ".toBuilder()" : builderType(ref) + ".of(this." + id + ")";
        method(
                id,
                imports.use(CONSUMER) + "<" + builderType(ref) + "> change",
                "Sets or changes, through a builder,",
                builderType(ref) + " builder = this." + id + " == null ? " + newBuilder(ref) + " : " + copy + ";",
                "change.accept(builder);",
                "this." + id + " = builder.build();");
    }

    private boolean hasBuilder(Shape.Ref ref) {
        HandWritten other = written.get(ref.type());
        return other == null ? plan.names().type(ref.type()).form() == TypeDef.Form.OBJECT : !other.isEnum();
    }

    private String builderType(Shape.Ref ref) {
        HandWritten other = written.get(ref.type());
        return other == null ? builtIn(ref) + ".Builder" : imports.use(other.builderName());
    }

    private String newBuilder(Shape.Ref ref) {
        return written.containsKey(ref.type()) ? "new " + builderType(ref) + "()" : builtIn(ref) + ".builder()";
    }

    private String builtIn(Shape.Ref ref) {
        return imports.use(plan.names().of(plan.names().type(ref.type())));
    }

    private String frozen() {
        return imports.use(new JavaName(Names.CODEC, "Frozen"));
    }
}
