package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.konverge.codegen.importer.SchemaImport.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import of the real sources, where the machine has them: the file in the repository is what comes out. */
class KubernetesImportTest {
    private static final String RELEASE = "v1.36.4";

    @TempDir
    Path folder;

    @Test
    void version3OfOpenApiGivesTheCommittedFile() throws IOException {
        Options options = cachedSources();
        SchemaImport.run(options);
        assertThat(Files.readString(options.out())).isEqualTo(Files.readString(CommittedSchemaTest.FILE));
    }

    @Test
    void version2OfOpenApiGivesTheCommittedFile() throws IOException {
        Options options = cachedSources();
        Path version2 = options.openapi().resolveSibling("swagger.json");
        SchemaImport.run(
                new Options(version2, options.discovery(), options.modules(), options.release(), options.out()));
        assertThat(Files.readString(options.out())).isEqualTo(Files.readString(CommittedSchemaTest.FILE));
    }

    /** Looks in Go's module cache only: a test does not download. */
    private Options cachedSources() {
        try {
            return GoTool.offline().options(RELEASE, folder.resolve("kubernetes.schema"));
        } catch (ImportException e) {
            String why = "skipped: the sources of Kubernetes " + RELEASE + " are not in a Go module cache here ("
                    + e.getMessage() + ")";
            System.out.println(why);
            return abort(why);
        }
    }
}
