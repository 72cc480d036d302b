package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.SchemaImport.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Go tool, as the one who knows where the sources of a Kubernetes release are, and can fetch them. */
final class GoTool {
    private static final Pattern VERSION = Pattern.compile("v?1(\\.\\d+\\.\\d+.*)");
    private static final List<String> LIBRARIES =
            List.of("k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator");

    private final Map<String, String> environment;

    private GoTool(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The tool as the user has set it up: what is not on this machine is downloaded. */
    static GoTool online() {
        return new GoTool(Map.of());
    }

    /** The tool without a network: only what was downloaded before is found. */
    static GoTool offline() {
        return new GoTool(Map.of("GOPROXY", "off"));
    }

    Options options(String version, Path out) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new ImportException("'" + version + "' is no Kubernetes release; expected one such as v1.36.4");
        }
        Path kubernetes =
                moduleFolder("k8s.io/kubernetes@v1" + matcher.group(1)).resolve("api");
        List<Path> modules = new ArrayList<>();
        for (String library : LIBRARIES) {
            modules.add(moduleFolder(library + "@v0" + matcher.group(1)));
        }
        return new Options(
                kubernetes.resolve("openapi-spec/v3"),
                kubernetes.resolve("discovery"),
                modules,
                "1" + matcher.group(1),
                out);
    }

    private Path moduleFolder(String module) {
        String output = run(module);
        if (output.isBlank()) {
            throw new ImportException("'go mod download -json " + module + "' gives no answer; try it by hand");
        }
        JsonValue answer = JsonValue.parse(output, "answer of go mod download");
        String folder = answer.text("Dir");
        if (folder.isEmpty()) {
            throw new ImportException("Go finds no module " + module + ": " + answer.text("Error"));
        }
        return Path.of(folder);
    }

    private String run(String module) {
        try {
            // Outside of any module, so that no go.mod around here has a say in it.
            Path empty = Files.createTempDirectory("konverge-import");
            try {
                ProcessBuilder command = new ProcessBuilder("go", "mod", "download", "-json", module)
                        .directory(empty.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
                command.environment().putAll(environment);
                Process process = command.start();
                process.getOutputStream().close();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                process.waitFor();
                return output;
            } finally {
                Files.delete(empty);
            }
        } catch (IOException e) {
            throw new ImportException(
                    "the Go tool, which would find the sources of Kubernetes, cannot be run (" + e.getMessage()
                            + "); install Go, or name the folders yourself",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImportException("interrupted while the Go tool was looking for " + module, e);
        }
    }
}
