package dev.konverge.cli;

import dev.konverge.codegen.importer.ImportReport;
import dev.konverge.codegen.importer.SchemaImport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge schema …}: the facts about API types that the model is generated from. */
@Command(name = "schema", description = "Import the facts about the Kubernetes API types.")
final class SchemaCommand {
    private final PrintWriter out;

    SchemaCommand(PrintWriter out) {
        this.out = out;
    }

    /**
     * Writes the schema file of one Kubernetes release. With {@code --kubernetes} alone the sources come from the Go tool;
     * with folders given, it only says which release they are.
     */
    @Command(
            name = "import",
            description = "Write the schema file of a Kubernetes release.",
            footer = {
                "",
                "Examples:",
                "  ./konverge schema import --kubernetes v1.36.4 --out kubernetes.schema",
                "  ./konverge schema import --openapi api/openapi-spec/v3 --discovery api/discovery \\",
                "      --proto staging/api --proto staging/apimachinery --kubernetes v1.36.4 --out kubernetes.schema"
            })
    void importSchema(
            @Option(
                            names = "--kubernetes",
                            paramLabel = "VERSION",
                            description =
                                    "The release, such as v1.36.4. Alone: its sources are taken from the Go module"
                                            + " cache, and downloaded if they are not there.")
                    @Nullable
                    String release,
            @Option(
                            names = "--openapi",
                            paramLabel = "PATH",
                            description = "An OpenAPI document (version 2 or 3), or a folder of version 3 documents.")
                    @Nullable
                    Path openapi,
            @Option(names = "--discovery", paramLabel = "DIR", description = "A folder of discovery documents.")
                    @Nullable
                    Path discovery,
            @Option(
                            names = "--proto",
                            paramLabel = "DIR",
                            description = "A Go module with generated.proto files and type declarations; repeat it for"
                                    + " each.")
                    @Nullable
                    List<Path> modules,
            @Option(names = "--out", paramLabel = "FILE", required = true, description = "The schema file to write.")
                    Path file) {
        ImportReport report = SchemaImport.run(options(release, openapi, discovery, modules, file));
        out.println(String.format(
                Locale.ROOT,
                "%s %s: Kubernetes %s, %,d group versions, %,d kinds, %,d types, %,d fields",
                report.changed() ? "wrote" : "unchanged:",
                report.out(),
                report.release(),
                report.groupVersions(),
                report.kinds(),
                report.types(),
                report.fields()));
    }

    private static SchemaImport.Options options(
            @Nullable String release,
            @Nullable Path openapi,
            @Nullable Path discovery,
            @Nullable List<Path> modules,
            Path file) {
        if (openapi == null && discovery == null && modules == null) {
            if (release == null) {
                throw new UserMistake("schema import: where from? Give --kubernetes VERSION,"
                        + " or --openapi PATH, --discovery DIR and --proto DIR for sources of your own.");
            }
            return SchemaImport.Options.ofKubernetes(release, file);
        }
        if (openapi == null || discovery == null || modules == null) {
            throw new UserMistake(
                    "schema import: --openapi, --discovery and --proto go together, and one of them is missing.");
        }
        requireThere("--openapi", openapi);
        requireThere("--discovery", discovery);
        modules.forEach(module -> requireThere("--proto", module));
        return new SchemaImport.Options(openapi, discovery, modules, release, file);
    }

    private static void requireThere(String option, Path path) {
        if (!Files.exists(path)) {
            throw new UserMistake(
                    "schema import: there is no file or folder '" + path + "', which " + option + " names.");
        }
    }
}
