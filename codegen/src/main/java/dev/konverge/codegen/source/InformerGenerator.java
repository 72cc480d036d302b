package dev.konverge.codegen.source;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes the source of the typed informers: one interface that leads by group and version to every kind that can be watched.
 *
 * <p>An informer and a lister are the same for all kinds, so what is generated is only the way to them.
 */
public final class InformerGenerator {
    private static final String INFORMER = "dev.konverge.informer";
    private static final JavaName NAME = new JavaName(INFORMER, "KubernetesInformers");

    private final Schema schema;
    private final Names names;
    private final Imports imports;
    private final Source out = new Source();

    private InformerGenerator(Schema schema) {
        this.schema = schema;
        this.names = new Names(schema);
        this.imports = new Imports(NAME.packageName(), Set.of(NAME.simpleName()));
    }

    /**
     * Generates the informers of a schema.
     *
     * @param args the schema file and the folder for the source
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: InformerGenerator SCHEMA-FILE OUTPUT-FOLDER");
        }
        try (InputStream file = Files.newInputStream(Path.of(args[0]))) {
            generate(SchemaFile.read(file), Path.of(args[1]));
        }
    }

    /** Generates the informers of the built-in kinds into a folder, leaving a file that would not change untouched. */
    public static void generate(Schema schema, Path folder) throws IOException {
        SourceFolder sources = new SourceFolder(folder);
        sources.write(NAME, new InformerGenerator(schema).text());
        sources.removeTheRest();
    }

    private String text() {
        String resource = imports.use(new JavaName(Names.MODEL, "Resource"));
        String type = imports.use(new JavaName(Names.MODEL, "ResourceType"));
        String informer = imports.use(new JavaName(INFORMER, "ResourceInformer"));
        Map<String, Map<String, List<TypePlan>>> groups = groups();
        out.line("/**");
        out.line(" * An informer and a lister for every kind of Kubernetes " + schema.release()
                + " that can be watched.");
        out.line(" */");
        out.open("public interface " + NAME.simpleName());
        out.line("/** {@return the informer and the lister of a type} */");
        out.line("<T extends " + resource + "> " + informer + "<T> resource(" + type + "<T> type);");
        groups.forEach(this::accessor);
        groups.forEach(this::group);
        out.close();
        return "package " + NAME.packageName() + ";\n\n" + imports.declarations() + "\n" + out;
    }

    /** {@return the kinds that can be watched, by group and version as their packages are named} */
    private Map<String, Map<String, List<TypePlan>>> groups() {
        Map<String, Map<String, List<TypePlan>>> groups = new TreeMap<>();
        for (KindDef kind : schema.kinds()) {
            TypePlan plan = new TypePlan(schema.type(kind.type()), kind, names);
            if (plan.isResource() && isWatchable(kind)) {
                String[] parts = plan.name().packageName().split("\\.", -1);
                groups.computeIfAbsent(parts[parts.length - 2], group -> new TreeMap<>())
                        .computeIfAbsent(parts[parts.length - 1], version -> new ArrayList<>())
                        .add(plan);
            }
        }
        return groups;
    }

    private static boolean isWatchable(KindDef kind) {
        return kind.resource() != null && kind.resource().verbs().containsAll(List.of("list", "watch"));
    }

    private void accessor(String group, Map<String, List<TypePlan>> versions) {
        KindDef first = kind(versions.values().iterator().next().getFirst());
        out.blank().line("/** {@return the informers of " + groupText(first) + "} */");
        out.open("default " + groupClass(group) + " " + group + "()");
        out.line("return new " + groupClass(group) + "(this);").close();
    }

    private void group(String group, Map<String, List<TypePlan>> versions) {
        KindDef first = kind(versions.values().iterator().next().getFirst());
        out.blank().line("/** The informers of " + groupText(first) + ", by version. */");
        opened(groupClass(group));
        versions.forEach((version, kinds) -> {
            String className = title(group) + title(version);
            out.blank()
                    .line("/** {@return the informers of "
                            + kind(kinds.getFirst()).apiVersion() + "} */");
            out.open("public " + className + " " + version + "()");
            out.line("return new " + className + "(informers);").close();
        });
        out.close();
        versions.forEach((version, kinds) -> {
            out.blank().line("/** The informers of " + kind(kinds.getFirst()).apiVersion() + ". */");
            opened(title(group) + title(version));
            kinds.forEach(this::informer);
            out.close();
        });
    }

    private void opened(String className) {
        out.open("final class " + className);
        out.line("private final " + NAME.simpleName() + " informers;").blank();
        out.open("private " + className + "(" + NAME.simpleName() + " informers)");
        out.line("this.informers = informers;").close();
    }

    private void informer(TypePlan plan) {
        String type = imports.use(plan.name());
        KindDef.ResourceDef resource = Objects.requireNonNull(kind(plan).resource());
        out.blank().line("/** {@return the informer and the lister of " + resource.plural() + "} */");
        out.open("public ResourceInformer<" + type + "> " + ClientGenerator.method(kind(plan)) + "()");
        out.line("return informers.resource(" + type + ".TYPE);").close();
    }

    private static String groupText(KindDef kind) {
        return kind.group().isEmpty() ? "the core group" : kind.group();
    }

    /** {@return the name of a group's class, which must not be that of a kind: there are a group and a kind node} */
    private static String groupClass(String group) {
        return title(group) + "Group";
    }

    private static String title(String text) {
        return JavaName.capitalized(text);
    }

    private static KindDef kind(TypePlan plan) {
        return Objects.requireNonNull(plan.kind());
    }
}
