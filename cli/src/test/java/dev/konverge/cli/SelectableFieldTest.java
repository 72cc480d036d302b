package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.processor.KindProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that field selectors can ask for. */
class SelectableFieldTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private List<String> complaints(String... records) throws IOException {
        return new KindSources(new Compilation(folder).processor(new KindProcessor())).complaints(records);
    }

    private static String selecting(String... paths) {
        String fields = List.of(paths).stream()
                .map(path -> "@SelectableField(jsonPath = \"" + path + "\") ")
                .collect(Collectors.joining());
        return fields + "\n" + KindSources.kind("Spec spec").replace("{}", """
                        {
                            public record Spec(String color, int size, @Nullable Boolean open, double ratio, List<String> list,
                                    Map<String, String> map, RawJson raw, IntOrString port, Inner inner) {}
                            public record Inner(Mode mode, Instant at) {}
                            public enum Mode { FAST }
                        }
                        """);
    }

    @Test
    void theDefinitionHasThem() throws IOException {
        assertThat(complaints(
                        selecting(".spec.color", ".spec.size", ".spec.open", ".spec.inner.mode", ".spec.inner.at")))
                .isEmpty();
        assertThat(Files.readString(folder.resolve("META-INF/konverge/crds/foos.example.com.yaml")))
                .endsWith("""
                              selectableFields:
                                - jsonPath: .spec.color
                                - jsonPath: .spec.size
                                - jsonPath: .spec.open
                                - jsonPath: .spec.inner.mode
                                - jsonPath: .spec.inner.at
                        """);
    }

    @Test
    void whatTheServerWouldRefuseIsTold() throws IOException {
        String none =
                " is none of the definition: the path must lead from record to record, and not into a map or what is open";
        String[] nine = IntStream.range(0, 9).mapToObj(i -> ".spec.f" + i).toArray(String[]::new);
        assertThat(complaints(
                        selecting(".spec.colour"),
                        selecting("spec.color"),
                        selecting(".spec.list[0]"),
                        selecting(".spec.map.a"),
                        selecting(".spec.raw.a"),
                        selecting(".spec.ratio"),
                        selecting(".spec.list"),
                        selecting(".spec.port"),
                        selecting(".spec"),
                        selecting(".metadata.name"),
                        selecting(".spec.color", ".spec.color"),
                        selecting(nine)))
                .containsExactly(
                        "Foo.java:11: the selectable field .spec.colour" + none,
                        "Foo.java:11: the path of a selectable field is made of names only, such as .spec.color, not"
                                + " spec.color",
                        "Foo.java:11: the path of a selectable field is made of names only, such as .spec.color, not"
                                + " .spec.list[0]",
                        "Foo.java:11: the selectable field .spec.map.a" + none,
                        "Foo.java:11: the selectable field .spec.raw.a" + none,
                        "Foo.java:11: the selectable field .spec.ratio must be a text, a whole number or a boolean",
                        "Foo.java:11: the selectable field .spec.list must be a text, a whole number or a boolean",
                        "Foo.java:11: the selectable field .spec.port must be a text, a whole number or a boolean",
                        "Foo.java:11: the selectable field .spec must be a text, a whole number or a boolean",
                        "Foo.java:11: a selectable field cannot be in the metadata, as .metadata.name is: the name and the"
                                + " namespace can be selected anyway, labels have selectors of their own",
                        "Foo.java:11: the selectable field .spec.color is there twice",
                        "Foo.java:11: a kind has at most 8 selectable fields, not 9");
    }
}
