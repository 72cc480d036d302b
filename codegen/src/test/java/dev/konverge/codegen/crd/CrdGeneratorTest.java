package dev.konverge.codegen.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written where. That it compiles and runs is tested with the command, which sees the model. */
class CrdGeneratorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private static String definition(String group, String kind, String schema) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                spec:
                  group: %s
                  scope: Namespaced
                  names: {kind: %s, plural: %ss}
                  versions:
                    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: %s}}
                ---
                """.formatted(group, kind, kind.toLowerCase(java.util.Locale.ROOT), schema);
    }

    private static String spec(String properties) {
        return "{type: object, properties: {spec: {type: object, properties: " + properties + "}}}";
    }

    private CrdGenerator.Report generate(Set<Part> parts, String manifest) {
        return new CrdGenerator("com.example", parts).fromText("crd.yaml", manifest, folder);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private String source(String name) throws IOException {
        return Files.readString(folder.resolve(name.replace('.', '/') + ".java"));
    }

    @Test
    void aVersionIsAPackageAndAGroupHasClientsAndInformers() throws IOException {
        CrdGenerator.Report report = generate(
                EnumSet.allOf(Part.class), definition("my-group.example.com", "Foo", spec("{a: {type: string}}")));
        assertThat(report.kinds()).containsExactly("my-group.example.com/v1 Foo");
        assertThat(report.types()).isEqualTo(2);
        assertThat(files())
                .containsExactly(
                        "com/example/MyGroupApis.java",
                        "com/example/MyGroupInformers.java",
                        "com/example/v1/Foo.java",
                        "com/example/v1/FooCodec.java",
                        "com/example/v1/FooSpec.java",
                        "com/example/v1/FooSpecCodec.java",
                        "com/example/v1/package-info.java");
    }

    @Test
    void severalGroupsHavePackagesOfTheirOwn() throws IOException {
        generate(
                EnumSet.noneOf(Part.class),
                definition("one.example.com", "Foo", "{}") + definition("new.example.com", "Foo", "{}"));
        assertThat(files())
                .contains("com/example/one/v1/Foo.java", "com/example/_new/v1/Foo.java")
                .noneMatch(file -> file.endsWith("Apis.java"));
    }

    @Test
    void groupsThatDifferOnlyInTheirDomainAreRefused() {
        assertThatThrownBy(() -> generate(
                        EnumSet.noneOf(Part.class),
                        definition("one.a.com", "Foo", "{}") + definition("one.b.com", "Bar", "{}")))
                .isInstanceOf(CrdException.class)
                .hasMessage(
                        "the groups one.a.com and one.b.com would share the package com.example.one; generate them one"
                                + " by one, into packages of their own");
    }

    @Test
    void aPartNeverTakesTheNameOfAKind() throws IOException {
        generate(
                EnumSet.noneOf(Part.class),
                definition("example.com", "Foo", spec("{a: {type: string}}"))
                        + definition("example.com", "FooSpec", "{}"));
        assertThat(source("com.example.v1.FooSpec")).contains("ResourceType<FooSpec> TYPE");
        assertThat(source("com.example.v1.Foo")).contains("@Nullable FooSpec2 spec");
    }

    @Test
    void aDefinitionWithoutASchemaStillHasSpecAndStatus() throws IOException {
        generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", "{}"));
        assertThat(source("com.example.v1.Foo"))
                .contains("record Foo(ObjectMeta metadata, @Nullable RawJson spec, @Nullable RawJson status)");
    }

    @Test
    void whatIsRequiredIsWrittenEvenIfItIsEmpty() throws IOException {
        String list = "{type: array, items: {type: string}}";
        String schema = "{type: object, properties: {spec: {type: object, required: [a, c], properties: {a: " + list
                + ", b: " + list + ", c: {type: array, minItems: 1, items: {type: string}}}}}}";
        generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", schema));
        assertThat(source("com.example.v1.FooSpecCodec"))
                .contains("out.field(names[0]); out.list(value.a(), Scalars.STRING);")
                .contains("out.list(names[1], value.b(), Scalars.STRING);")
                .contains("out.list(names[2], value.c(), Scalars.STRING);");
    }

    @Test
    void jsonIsReadAsYamlIsAndSoAreLists() {
        String json = "{\"kind\":\"List\",\"items\":[{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
                + "\"CustomResourceDefinition\",\"spec\":{\"group\":\"example.com\",\"scope\":\"Cluster\",\"names\":{\"kind\":"
                + "\"Foo\",\"plural\":\"foos\"},\"versions\":[{\"name\":\"v1\",\"served\":true}]}},{\"kind\":\"Pod\"}]}";
        assertThat(generate(EnumSet.noneOf(Part.class), json).kinds()).containsExactly("example.com/v1 Foo");
    }
}
