package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import dev.konverge.schema.TypeDef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes the sources of the model: a record and a codec for every type of the schema, and the list of all kinds. */
public final class ModelGenerator {
    private final Schema schema;
    private final List<TypePlan> plans;

    private ModelGenerator(Schema schema) {
        this.schema = schema;
        Names names = new Names(schema);
        Map<String, KindDef> kinds = new HashMap<>();
        schema.kinds().forEach(k -> kinds.put(k.type(), k));
        this.plans = schema.types().values().stream()
                .filter(t -> t.form() == TypeDef.Form.OBJECT)
                .map(t -> new TypePlan(t, kinds.get(t.name()), names))
                .toList();
    }

    /**
     * Generates the model of a schema.
     *
     * @param args the schema file and the folder for the sources
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: ModelGenerator SCHEMA-FILE OUTPUT-FOLDER");
        }
        try (InputStream schema = Files.newInputStream(Path.of(args[0]))) {
            generate(SchemaFile.read(schema), Path.of(args[1]));
        }
    }

    /** Generates the model of a schema into a folder, leaving files that would not change untouched. */
    public static void generate(Schema schema, Path folder) throws IOException {
        new ModelGenerator(schema).writeTo(new SourceFolder(folder));
    }

    private void writeTo(SourceFolder folder) throws IOException {
        for (TypePlan plan : plans) {
            folder.write(plan.name(), new RecordSource(plan).text());
            folder.write(plan.codecName(), new CodecSource(plan).text());
        }
        folder.write(new JavaName(Names.MODEL, "KubernetesTypes"), kubernetesTypes());
        for (String packageName : packages()) {
            folder.write(new JavaName(packageName, "package-info"), packageInfo(packageName));
        }
        folder.write(new JavaName("", "module-info"), moduleInfo());
        folder.removeTheRest();
    }

    /** {@return the packages of generated types, besides the model's own} */
    private List<String> packages() {
        return plans.stream()
                .map(p -> p.name().packageName())
                .filter(p -> !p.equals(Names.MODEL))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .toList();
    }

    private static String packageInfo(String packageName) {
        String group = packageName.substring(Names.MODEL.length() + 1).replace('.', '/');
        return "/** The API group and version " + group + ", as records. */\npackage " + packageName + ";\n";
    }

    private String moduleInfo() {
        Source out = new Source();
        out.line("/** Kubernetes resources as immutable records with JSON and protobuf codecs. */");
        out.line("@org.jspecify.annotations.NullMarked");
        out.open("module dev.konverge.model");
        out.line("requires static transitive org.jspecify;");
        out.line("requires static com.google.errorprone.annotations;");
        out.line("requires transitive dev.konverge.schema;");
        out.line("requires org.snakeyaml.engine;").blank();
        out.line("exports " + Names.MODEL + ";")
                .line("exports " + Names.MODEL + ".annotation;")
                .line("exports " + Names.CODEC + ";");
        packages().forEach(p -> out.line("exports " + p + ";"));
        return out.close().toString();
    }

    private String kubernetesTypes() {
        Imports imports = new Imports(Names.MODEL, java.util.Set.of("KubernetesTypes"));
        Source out = new Source();
        String list = imports.use(new JavaName("java.util", "List"));
        out.line("/** All kinds of Kubernetes " + schema.release()
                + " that have metadata, by group, version and name. */");
        out.open("public final class KubernetesTypes");
        out.line("private static final " + list + "<ResourceType<?>> ALL = List.of(");
        out.line(plans.stream()
                        .filter(TypePlan::isResource)
                        .map(p -> "    " + p.name().qualified() + ".TYPE")
                        .collect(Collectors.joining(",\n        "))
                + ");");
        out.blank().line("private KubernetesTypes() {}");
        out.blank().line("/** {@return all of them} */");
        out.open("public static List<ResourceType<?>> all()")
                .line("return ALL;")
                .close();
        out.close();
        return "package " + Names.MODEL + ";\n\n" + imports.declarations() + "\n" + out;
    }
}
