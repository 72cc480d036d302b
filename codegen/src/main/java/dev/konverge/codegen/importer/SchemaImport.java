package dev.konverge.codegen.importer;

import dev.konverge.schema.Schema;
import dev.konverge.schema.SchemaFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The import of a Kubernetes release's API description into a schema file.
 *
 * <p>Four sources are joined, and must agree: OpenAPI (properties, what is required, how lists are merged, defaults),
 * the Go declarations (the order of fields, pointers, {@code omitempty}, enumerations, names), the {@code generated.proto}
 * files (numbers) and the discovery documents (where each kind is served). Equal sources give equal bytes.
 */
public final class SchemaImport {
    private static final Pattern RELEASE_IN_PATH = Pattern.compile("kubernetes@v(\\d+\\.\\d+\\.\\d+[^/\\\\]*)");

    private SchemaImport() {}

    /**
     * Where to read from and write to.
     *
     * @param openapi an OpenAPI document, of version 2 or 3, or a folder of documents of version 3
     * @param discovery a folder of discovery documents
     * @param modules the folders of the Go modules that declare the types
     * @param release the Kubernetes release, or null if it can be told from {@code openapi}, which lies in a folder
     *     {@code kubernetes@v1.36.4} if the Go tool put it there
     * @param out the file to write
     */
    public record Options(
            Path openapi,
            Path discovery,
            List<Path> modules,
            @Nullable String release,
            Path out) {
        /** Copies its arguments. */
        public Options {
            modules = List.copyOf(modules);
        }

        /**
         * {@return options that read a release from the Go module cache, downloading what is not there yet}
         *
         * @param version the release, such as {@code v1.36.4}
         * @param out the file to write
         * @throws ImportException if there is no Go tool, or no such release
         */
        public static Options ofKubernetes(String version, Path out) {
            return GoTool.online().options(version, out);
        }
    }

    /**
     * A document and what it is called in messages.
     *
     * @param name a file name or an address
     * @param json its text
     */
    public record Document(String name, String json) {}

    /**
     * Imports and writes the schema file.
     *
     * @throws ImportException if a source is missing, is not understood or contradicts another
     */
    public static ImportReport run(Options options) {
        Schema schema = importSchema(
                release(options),
                documents(options.openapi(), "OpenAPI"),
                documents(options.discovery(), "discovery"),
                options.modules());
        byte[] text = SchemaFile.format(schema).getBytes(StandardCharsets.UTF_8);
        boolean changed = write(text, options.out());
        return ImportReport.of(schema, options.out(), changed);
    }

    /**
     * {@return the schema that the sources state}
     *
     * @param release the Kubernetes release, without a leading v
     * @param openapi one document of version 2, or all of version 3
     * @param discovery the answers of an API server at {@code /api}, {@code /apis} and for each group version
     * @param modules the folders of the Go modules that declare the types
     * @throws ImportException if a source is missing, is not understood or contradicts another
     */
    public static Schema importSchema(
            String release, List<Document> openapi, List<Document> discovery, List<Path> modules) {
        OpenApi description = new OpenApi();
        openapi.forEach(document -> description.add(parse(document), document.name()));
        Discovery served = new Discovery();
        discovery.forEach(document -> served.add(parse(document), document.name()));
        return new SchemaJoin(description, served, new GoModules(modules)).join(release);
    }

    private static JsonValue parse(Document document) {
        return JsonValue.parse(document.json(), document.name());
    }

    private static String release(Options options) {
        String given = options.release();
        if (given != null) {
            return given.startsWith("v") ? given.substring(1) : given;
        }
        Matcher inPath =
                RELEASE_IN_PATH.matcher(options.openapi().toAbsolutePath().toString());
        if (inPath.find()) {
            return inPath.group(1);
        }
        throw new ImportException("which Kubernetes release is this? " + options.openapi()
                + " does not lie in a folder kubernetes@vX.Y.Z, so name the release");
    }

    private static List<Document> documents(Path path, String what) {
        try {
            if (Files.isRegularFile(path)) {
                return List.of(new Document(path.toString(), Files.readString(path)));
            }
            try (Stream<Path> files = Files.list(path)) {
                List<Path> found = files.filter(file -> file.toString().endsWith(".json"))
                        .sorted()
                        .toList();
                if (found.isEmpty()) {
                    throw new ImportException("there is no " + what + " document (*.json) in " + path);
                }
                List<Document> documents = new ArrayList<>();
                for (Path file : found) {
                    documents.add(new Document(file.toString(), Files.readString(file)));
                }
                return documents;
            }
        } catch (IOException e) {
            throw new ImportException("cannot read the " + what + " documents in " + path + ": " + e, e);
        }
    }

    /** Leaves a file alone that is right already, so that a build does not take it for new. */
    private static boolean write(byte[] text, Path out) {
        try {
            if (Files.exists(out) && Arrays.equals(Files.readAllBytes(out), text)) {
                return false;
            }
            Path parent = out.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.write(out, text);
            return true;
        } catch (IOException e) {
            throw new ImportException("cannot write the schema file " + out + ": " + e, e);
        }
    }
}
