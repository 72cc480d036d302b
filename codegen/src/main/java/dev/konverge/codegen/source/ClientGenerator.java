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

/** Writes the source of the typed client set: one interface with a class for every API group and version. */
public final class ClientGenerator {
    private static final String CLIENT = "dev.konverge.client";
    private static final String NAME = "KubernetesApis";

    /** Kinds whose clients can do more than read and write. */
    private static final Map<String, String> OWN_CLIENT = Map.of(
            "io.k8s.api.core.v1.Pod", "PodClient",
            "io.k8s.api.core.v1.ServiceAccount", "ServiceAccountClient");

    private final Schema schema;
    private final Names names;
    private final Imports imports = new Imports(CLIENT, Set.of(NAME));

    private ClientGenerator(Schema schema) {
        this.schema = schema;
        this.names = new Names(schema);
    }

    /**
     * Generates the client set of a schema.
     *
     * @param args the schema file and the folder for the source
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: ClientGenerator SCHEMA-FILE OUTPUT-FOLDER");
        }
        try (InputStream schema = Files.newInputStream(Path.of(args[0]))) {
            generate(SchemaFile.read(schema), Path.of(args[1]));
        }
    }

    /** Generates the client set of a schema into a folder, leaving a file that would not change untouched. */
    public static void generate(Schema schema, Path folder) throws IOException {
        SourceFolder sources = new SourceFolder(folder);
        sources.write(new JavaName(CLIENT, NAME), new ClientGenerator(schema).text());
        sources.removeTheRest();
    }

    private String text() {
        Source out = new Source();
        String resource = imports.use(new JavaName(Names.MODEL, "Resource"));
        String type = imports.use(new JavaName(Names.MODEL, "ResourceType"));
        out.line("/**");
        out.line(" * A client for every kind of Kubernetes " + schema.release()
                + " that is served on its own, by group and version.");
        out.line(" */");
        out.open("public interface " + NAME);
        out.line("/** {@return a client of the objects of a type} */");
        out.line("<T extends " + resource + "> ResourceClient<T> resource(" + type + "<T> type);")
                .blank();
        OWN_CLIENT.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(own -> {
            out.line("/** {@return a client of the objects in all namespaces} */");
            out.line(own.getValue() + " " + ownMethod(own.getValue()) + "();").blank();
        });
        Map<String, List<TypePlan>> groups = groups();
        groups.forEach((name, kinds) -> accessor(out, name, kinds.getFirst()));
        groups.forEach((name, kinds) -> group(out, name, kinds));
        out.close();
        return "package " + CLIENT + ";\n\n" + imports.declarations() + "\n" + out;
    }

    private Map<String, List<TypePlan>> groups() {
        Map<String, List<TypePlan>> groups = new TreeMap<>();
        for (KindDef kind : schema.kinds()) {
            TypePlan plan = new TypePlan(schema.type(kind.type()), kind, names);
            if (kind.resource() != null && plan.isResource()) {
                groups.computeIfAbsent(groupName(plan), name -> new ArrayList<>())
                        .add(plan);
            }
        }
        return groups;
    }

    /** {@return {@code CoreV1} for a type in {@code …core.v1}} */
    private static String groupName(TypePlan plan) {
        String[] parts = plan.name().packageName().split("\\.", -1);
        return JavaName.capitalized(parts[parts.length - 2]) + JavaName.capitalized(parts[parts.length - 1]);
    }

    private static void accessor(Source out, String name, TypePlan first) {
        out.line("/** {@return the clients of " + kind(first).apiVersion() + "} */");
        out.open("default " + name + " " + firstLower(name) + "()");
        out.line("return new " + name + "(this);").close().blank();
    }

    private void group(Source out, String name, List<TypePlan> kinds) {
        out.line("/** The clients of " + kind(kinds.getFirst()).apiVersion() + ". */");
        out.open("final class " + name);
        out.line("private final " + NAME + " apis;").blank();
        out.open("private " + name + "(" + NAME + " apis)")
                .line("this.apis = apis;")
                .close();
        kinds.forEach(plan -> client(out, plan));
        out.close();
    }

    private void client(Source out, TypePlan plan) {
        String type = imports.use(plan.name());
        String own = OWN_CLIENT.get(plan.type().name());
        String result = own == null ? "ResourceClient<" + type + ">" : own;
        String make = own == null ? "apis.resource(" + type + ".TYPE)" : "apis." + ownMethod(own) + "()";
        String method = method(kind(plan));
        KindDef.ResourceDef resource = Objects.requireNonNull(kind(plan).resource());
        out.blank()
                .line("/** {@return a client of " + resource.plural()
                        + (resource.namespaced() ? " in all namespaces" : "") + "} */");
        out.open("public " + result + " " + method + "()")
                .line("return " + make + ";")
                .close();
        if (resource.namespaced()) {
            out.blank().line("/** {@return a client of " + resource.plural() + " in a namespace} */");
            out.open("public " + result + " " + method + "(String namespace)")
                    .line("return " + make + ".in(namespace);")
                    .close();
        }
    }

    private static KindDef kind(TypePlan plan) {
        return Objects.requireNonNull(plan.kind());
    }

    private static String ownMethod(String client) {
        return firstLower(client.substring(0, client.length() - "Client".length())) + "s";
    }

    /** {@return the plural in the kind's own spelling: {@code networkPolicies} for NetworkPolicy, networkpolicies} */
    static String method(KindDef kind) {
        String plural = Objects.requireNonNull(kind.resource()).plural();
        String camel = firstLower(kind.kind());
        int same = 0;
        while (same < camel.length()
                && same < plural.length()
                && Character.toLowerCase(camel.charAt(same)) == plural.charAt(same)) {
            same++;
        }
        return camel.substring(0, same) + plural.substring(same);
    }

    /** {@return the name with its first word in lower case: {@code pod}, {@code csiDriver}, {@code apiService}} */
    private static String firstLower(String name) {
        int upper = 0;
        while (upper < name.length() && Character.isUpperCase(name.charAt(upper))) {
            upper++;
        }
        int lowered = upper <= 1 || upper == name.length() ? upper : upper - 1;
        return name.substring(0, lowered).toLowerCase(java.util.Locale.ROOT) + name.substring(lowered);
    }
}
