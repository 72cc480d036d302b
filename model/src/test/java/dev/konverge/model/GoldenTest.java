package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.schema.GroupDef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents as a server writes them, a few of each group, one a line. */
class GoldenTest {
    private static final List<String> FILES = List.of("core", "workloads", "network", "access", "extension");

    static Stream<String> documents() {
        return FILES.stream().flatMap(GoldenTest::lines);
    }

    private static Stream<String> lines(String file) {
        try (InputStream in = GoldenTest.class.getResourceAsStream("golden/" + file + ".jsonl")) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ResourceType<?> typeOf(String document) {
        Json.Obj object = (Json.Obj) Json.parse(document);
        String kind = ((Json.Str) Objects.requireNonNull(object.get("kind"))).value();
        String apiVersion = ((Json.Str) Objects.requireNonNull(object.get("apiVersion"))).value();
        return KubernetesTypes.all().stream()
                .filter(t -> t.kind().equals(kind) && t.apiVersion().equals(apiVersion))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no type for " + apiVersion + " " + kind));
    }

    @Test
    void everyGroupHasAFewDocuments() {
        Map<String, Integer> byGroup = new TreeMap<>();
        documents().forEach(d -> byGroup.merge(typeOf(d).group(), 1, Integer::sum));
        assertThat(byGroup.keySet())
                .containsAll(KubernetesSchema.load().groups().stream()
                        .map(GroupDef::name)
                        .toList());
        assertThat(byGroup.values()).allMatch(n -> n >= 2);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void aDocumentIsReadAndWrittenByteForByte(String document) {
        Resource object = Resources.fromJson(document.getBytes(StandardCharsets.UTF_8), typeOf(document));
        assertThat(new String(Resources.toJson(object), StandardCharsets.UTF_8)).isEqualTo(document);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void aDocumentSurvivesYaml(String document) {
        Resource object = Resources.fromJson(document.getBytes(StandardCharsets.UTF_8), typeOf(document));
        assertThat(Yaml.read(Yaml.write(object), typeOf(document).codec())).isEqualTo(object);
    }
}
