package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.codegen.crd.CrdException;
import dev.konverge.codegen.crd.CrdGenerator;
import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge generate}: Java sources for custom resources, from their definitions. */
@Command(
        name = "generate",
        description =
                "Write Java sources for custom resources: records, builders, codecs, clients, informers, listers.",
        footer = {
            "",
            "Each version of a group becomes a package below the one given: com.example.v1alpha1.",
            "Files that were not generated are never touched.",
            "",
            "Examples:",
            "  ./konverge generate --crd crd.yaml --package com.example --out src/main/java",
            "  ./konverge generate --crd crds/ --crd more.json --package com.example --out target/generated-sources/crd",
            "  ./konverge generate --from-cluster --group cert-manager.io --package com.example.certs --out src/main/java"
        })
final class GenerateCommand implements Runnable {
    private final PrintWriter out;

    @Option(
            names = "--crd",
            arity = "1..*",
            paramLabel = "FILE",
            description = "A file with definitions, YAML or JSON, or a folder of such files; repeat it for more.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--from-cluster", description = "Take the definitions from a cluster.")
    private boolean fromCluster;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "From a cluster: only the definitions of this API group; repeat it for more.")
    private List<String> groups = new ArrayList<>();

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig; without it, the one that kubectl would use.")
    private @Nullable Path kubeconfig;

    @Option(names = "--package", paramLabel = "NAME", required = true, description = "The Java package to write to.")
    private String packageName = "";

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder of the sources.")
    private Path folder = Path.of("");

    @Option(
            names = "--records-only",
            description = "No clients, informers and listers: konverge-model is all it needs.")
    private boolean recordsOnly;

    @Option(names = "--no-informers", description = "No informers and listers: konverge-client is all it needs.")
    private boolean noInformers;

    GenerateCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        if (files.isEmpty() == !fromCluster) {
            throw new UserMistake("generate: where from? Give --crd FILE or --from-cluster, one of them.");
        }
        if (!groups.isEmpty() && !fromCluster) {
            throw new UserMistake("generate: --group goes with --from-cluster only.");
        }
        try {
            CrdGenerator generator = new CrdGenerator(packageName, parts());
            CrdGenerator.Report report = fromCluster
                    ? generator.fromText("cluster", definitions(), folder)
                    : generator.fromFiles(files, folder);
            report.kinds().forEach(kind -> out.println("  " + kind));
            out.println(count(report.kinds().size(), "kind") + ", " + count(report.types(), "type") + ", "
                    + count(report.files(), "file") + " in " + folder);
        } catch (CrdException | ConfigException | ApiException e) {
            throw new UserMistake("generate: " + e.getMessage());
        }
    }

    private static String count(int number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private Set<Part> parts() {
        if (recordsOnly) {
            return EnumSet.noneOf(Part.class);
        }
        return noInformers ? EnumSet.of(Part.CLIENTS) : EnumSet.allOf(Part.class);
    }

    private String definitions() {
        Platform platform = Platform.real();
        ClientConfig config = kubeconfig == null
                ? KubeConfig.detect()
                : KubeConfig.load(kubeconfig).resolve();
        try (Transports transports = new Transports(platform)) {
            return manifest(ClientSet.connect(transports, platform, config));
        }
    }

    /** As trees, not as typed objects: nothing of a schema may get lost on the way. */
    private String manifest(ClientSet clients) {
        List<Json> items =
                clients.dynamic().resource(CustomResourceDefinition.TYPE.groupVersionResource()).list().items().stream()
                        .filter(this::isWanted)
                        .<Json>map(Unstructured::content)
                        .toList();
        if (items.isEmpty()) {
            throw new UserMistake("generate: the cluster has no custom resource definition"
                    + (groups.isEmpty() ? "." : " of group " + String.join(" or ", groups) + "."));
        }
        Map<String, Json> list = new LinkedHashMap<>();
        list.put("kind", Json.of("CustomResourceDefinitionList"));
        list.put("items", new Json.Arr(items));
        return new Json.Obj(list).toString();
    }

    private boolean isWanted(Unstructured definition) {
        return groups.isEmpty()
                || (definition.content().get("spec") instanceof Json.Obj spec
                        && spec.get("group") instanceof Json.Str group
                        && groups.contains(group.value()));
    }
}
