package dev.konverge.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateMojoTest {
    @TempDir
    private Path folder = Path.of("");

    private Path definition = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void write() throws IOException {
        definition = folder.resolve("website.yaml");
        out = folder.resolve("out");
        Files.writeString(definition, """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: websites.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {kind: Website, plural: websites}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec: {type: object, properties: {image: {type: string}}}
                """);
    }

    private GenerateMojo mojo(Path from, String parts) {
        return new GenerateMojo(List.of(from.toFile()), "com.example", out.toFile(), parts);
    }

    @Test
    void aFolderOfDefinitionsBecomesRecordsClientsAndInformers() throws Exception {
        mojo(folder, "all").execute();
        assertThat(out.resolve("com/example/v1/Website.java")).exists();
        try (var files = Files.walk(out)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .anyMatch(name -> name.contains("Informers"))
                    .anyMatch(name -> name.contains("Api"));
        }
    }

    @Test
    void recordsAloneNeedNothingButTheModel() throws Exception {
        mojo(definition, "records").execute();
        try (var files = Files.walk(out)) {
            assertThat(files.map(path -> path.getFileName().toString())).noneMatch(name -> name.contains("Informers"));
        }
    }

    @Test
    void mistakesFailTheBuildWithAMessageThatNamesThem() throws IOException {
        assertThatThrownBy(() -> mojo(definition, "everything").execute())
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("everything");
        assertThatThrownBy(() -> mojo(folder.resolve("nowhere"), "all").execute())
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("nowhere");
        Files.writeString(definition, "kind: Pod\n");
        assertThatThrownBy(() -> mojo(definition, "all").execute()).isInstanceOf(MojoFailureException.class);
    }
}
