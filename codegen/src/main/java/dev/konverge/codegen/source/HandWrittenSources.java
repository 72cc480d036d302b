package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The sources that make resources of records that people wrote: codecs, builders, and what a kind inherits. */
public final class HandWrittenSources {
    private final Schema schema;
    private final Map<String, HandWritten> written;
    private final Names names;

    /**
     * Prepares to generate.
     *
     * @param schema the types of the records, and those of the model that they refer to
     * @param written the records and enums, by the names of their types
     */
    public HandWrittenSources(Schema schema, Map<String, HandWritten> written) {
        this.schema = schema;
        this.written = Map.copyOf(written);
        this.names = new Names(schema, written);
    }

    /**
     * A source file.
     *
     * @param qualifiedName the name of the type in it
     * @param type the name of the type that it was made for
     * @param text its content
     */
    public record File(String qualifiedName, String type, String text) {}

    /** {@return the Java name of each type of a schema of built-in kinds, by which a processor finds its type again} */
    public static Map<String, String> javaNames(Schema schema) {
        Names names = new Names(schema);
        Map<String, String> byJavaName = new HashMap<>();
        schema.types().values().stream()
                .filter(type -> type.form() == TypeDef.Form.OBJECT)
                .forEach(type -> byJavaName.put(names.of(type).qualified(), type.name()));
        return byJavaName;
    }

    /** {@return all files} */
    public List<File> files() {
        Map<String, KindDef> kinds =
                schema.kinds().stream().collect(Collectors.toMap(KindDef::type, kind -> kind, (a, b) -> a));
        List<File> files = new ArrayList<>();
        written.forEach((type, record) -> {
            if (record.isEnum()) {
                files.add(file(record.codecName(), type, enumCodec(record)));
                return;
            }
            TypePlan plan = new TypePlan(schema.type(type), kinds.get(type), names, record);
            files.add(file(record.codecName(), type, new CodecSource(plan).text()));
            files.add(file(record.builderName(), type, new RecordBuilderSource(plan, record, written).text()));
            if (plan.isResource()) {
                JavaName name = new JavaName(record.packageName(), record.companion("Resource"));
                files.add(file(name, type, resource(name, plan, record)));
            }
        });
        return files;
    }

    /**
     * {@return what stands in for the interface of a kind whose record was refused, so that it is missed nowhere} It does not name the
     * record, which may be hidden or have type parameters.
     *
     * @param packageName the package of the record
     * @param simpleName the name of the interface
     */
    public static File standIn(String packageName, String simpleName) {
        JavaName name = new JavaName(packageName, simpleName);
        Imports imports = new Imports(packageName, Set.of(simpleName));
        Source out = new Source();
        out.line("/** What is generated when nothing is wrong with its record any more. */");
        out.open("public interface " + simpleName + " extends " + imports.use(new JavaName(Names.MODEL, "Resource")));
        out.line("@Override");
        out.open("default " + imports.use(new JavaName(Names.MODEL, "ResourceType")) + "<?> resourceType()")
                .line("throw new IllegalStateException(\"its record was refused when it was compiled\");")
                .close();
        out.close();
        return file(name, simpleName, inPackage(packageName, imports, out));
    }

    private static File file(JavaName name, String type, String text) {
        return new File(name.qualified(), type, text);
    }

    static String inPackage(String packageName, Imports imports, Source out) {
        String header = packageName.isEmpty() ? "" : "package " + packageName + ";\n\n";
        return CustomResourceGenerator.MARK + "\n" + header + imports.declarations() + "\n" + out;
    }

    private String resource(JavaName name, TypePlan plan, HandWritten record) {
        Imports imports = names.imports(record.packageName(), name.simpleName());
        Source out = new Source();
        String simple = record.name();
        String type = imports.use(new JavaName(Names.MODEL, "ResourceType")) + "<" + simple + ">";
        String resource = imports.use(new JavaName(Names.MODEL, "Resource"));
        String builder = record.builderName().simpleName();
        out.line("/** What makes {@link " + simple + "} a resource. */");
        out.open(record.visibility() + "interface " + name.simpleName() + " extends " + resource);
        out.line("/** Its place in the API. */");
        out.line(type + " TYPE = "
                + RecordSource.resourceType(plan, imports, record.codecName().simpleName() + ".CODEC") + ";");
        out.blank().line("@Override");
        out.open("default " + type + " resourceType()").line("return TYPE;").close();
        out.blank().line("/** {@return a builder with nothing set} */");
        out.open("static " + builder + " builder()")
                .line("return new " + builder + "();")
                .close();
        out.blank().line("/** {@return a builder with everything set as here} */");
        out.open("default " + builder + " toBuilder()")
                // By way of Resource, which also a record that does not take this interface on is.
                .line("return " + builder + ".of((" + simple + ") (" + resource + ") this);")
                .close();
        out.blank().line("/** {@return a changed copy} */");
        out.open("default " + simple + " with(" + imports.use(new JavaName("java.util.function", "Consumer")) + "<"
                + builder + "> change)");
        out.line(builder + " builder = toBuilder();")
                .line("change.accept(builder);")
                .line("return builder.build();")
                .close();
        out.close();
        return inPackage(record.packageName(), imports, out);
    }

    private String enumCodec(HandWritten record) {
        JavaName name = record.codecName();
        Imports imports = names.imports(record.packageName(), name.simpleName());
        Source out = new Source();
        String type = record.name();
        String codec = imports.use(new JavaName(Names.CODEC, "Codec")) + "<" + type + ">";
        String reader = imports.use(new JavaName(Names.CODEC, "JsonReader"));
        String writer = imports.use(new JavaName(Names.CODEC, "JsonWriter"));
        out.line("/** How a {@link " + type
                + "} is read and written. A value that is not known here is read as null. */");
        record.annotate(out, imports);
        out.open(record.visibility() + "final class " + name.simpleName() + " implements " + codec);
        out.line("/** The only one. */");
        out.line(record.visibility() + "static final " + codec + " CODEC = new " + name.simpleName() + "();");
        out.blank().line("@Override").open("public " + type + " read(" + reader + " in)");
        out.line("String text = in.readString();");
        out.open("return text == null ? null : switch (text)");
        record.constants()
                .forEach((text, constant) ->
                        out.line("case " + RecordSource.literal(text) + " -> " + type + "." + constant + ";"));
        out.line("default -> null;").close(";").close();
        out.blank().line("@Override").open("public void write(" + type + " value, " + writer + " out)");
        out.open("out.string(switch (value)");
        record.constants()
                .forEach((text, constant) -> out.line("case " + constant + " -> " + RecordSource.literal(text) + ";"));
        out.close(");").close();
        out.close();
        return inPackage(record.packageName(), imports, out);
    }
}
