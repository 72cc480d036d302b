package dev.konverge.codegen.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.codegen.source.CustomResourceGenerator.Part;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
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

    private static String version(String definition, String version) {
        return definition.replace("name: v1,", "name: " + version + ",");
    }

    @Test
    void groupsThatDifferOnlyInTheirDomainHaveAsMuchOfItInTheirNamesAsThatTakes() throws IOException {
        generate(
                EnumSet.of(Part.CLIENTS),
                definition("one.a.com", "Foo", "{}")
                        + definition("one.b.com", "Foo", "{}")
                        + version(definition("one.b.org", "Bar", "{}"), "v2")
                        + definition("two.a.com", "Foo", "{}"));
        assertThat(files())
                .contains(
                        "com/example/OneAApis.java",
                        "com/example/OneBComApis.java",
                        "com/example/OneBOrgApis.java",
                        "com/example/TwoApis.java",
                        "com/example/onea/v1/Foo.java",
                        "com/example/onebcom/v1/Foo.java",
                        "com/example/oneborg/v2/Bar.java",
                        "com/example/two/v1/Foo.java");
    }

    @Test
    void groupsThatNothingKeepsApartAreRefusedBeforeAnythingIsWritten() throws IOException {
        assertThatThrownBy(() -> generate(
                        EnumSet.allOf(Part.class),
                        definition("a-b.com", "Foo", "{}") + version(definition("ab.com", "Bar", "{}"), "v2")))
                .isInstanceOf(CrdException.class)
                .hasMessageContainingAll("a-b.com", "ab.com", "generate them one by one");
        assertThat(files()).isEmpty();
    }

    @Test
    void aVersionThatIsNoNameInJavaGetsOne() throws IOException {
        String foo = definition("example.com", "Foo", "{}");
        String bar = definition("example.com", "Bar", "{}");
        generate(
                EnumSet.of(Part.CLIENTS),
                version(foo, "v1-beta")
                        + version(bar, "default")
                        + version(definition("example.com", "Baz", "{}"), "v1beta"));
        assertThat(files())
                .contains(
                        "com/example/v1_beta/Foo.java", "com/example/_default/Bar.java", "com/example/v1beta/Baz.java");
        assertThat(source("com.example.v1_beta.Foo")).contains("\"v1-beta\"").contains("package com.example.v1_beta;");
        assertThat(source("com.example.ExampleApis"))
                .contains("public V1_beta v1_beta()", "public Default_ default_()", "public V1beta v1beta()");
    }

    @Test
    void whatAnEarlierRunWroteAndThisOneDoesNotIsDeletedWhereverItIs() throws IOException {
        String foo = definition("one.a.com", "Foo", "{}");
        generate(EnumSet.allOf(Part.class), foo + version(definition("one.a.com", "Bar", "{}"), "v2"));
        assertThat(files()).contains("com/example/v1/Foo.java", "com/example/v2/Bar.java");
        generate(EnumSet.allOf(Part.class), foo);
        assertThat(files()).contains("com/example/v1/Foo.java").noneMatch(file -> file.contains("v2"));
        generate(EnumSet.allOf(Part.class), foo + definition("two.a.com", "Foo", "{}"));
        assertThat(files())
                .contains("com/example/one/v1/Foo.java", "com/example/two/v1/Foo.java")
                .noneMatch(file -> file.startsWith("com/example/v1/"));
    }

    @Test
    void whatPeopleWroteAndWhatIsGeneratedForAPackageBelowStays() throws IOException {
        String foo = definition("one.a.com", "Foo", "{}");
        new CrdGenerator("com.example.other", EnumSet.allOf(Part.class)).fromText("crd.yaml", foo, folder);
        Path own = folder.resolve("com/example/v2/Own.java");
        Files.createDirectories(own.getParent());
        Files.writeString(own, "package com.example.v2;\n\nclass Own {}\n");
        generate(EnumSet.allOf(Part.class), foo);
        assertThat(files())
                .contains(
                        "com/example/v2/Own.java",
                        "com/example/other/OneApis.java",
                        "com/example/other/v1/Foo.java",
                        "com/example/v1/Foo.java");
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
        String schema = "{type: object, properties: {spec: {type: object, required: [a, c, d], properties: {a: " + list
                + ", b: " + list + ", c: {type: array, minItems: 1, items: {type: string}},"
                + " d: {type: array, minItems: 0, items: {type: string}}}}}}";
        generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", schema));
        assertThat(source("com.example.v1.FooSpecCodec"))
                .contains("out.field(names[0]); out.list(value.a(), Scalars.STRING);")
                .contains("out.list(names[1], value.b(), Scalars.STRING);")
                .contains("out.list(names[2], value.c(), Scalars.STRING);")
                .contains("out.field(names[3]); out.list(value.d(), Scalars.STRING);");
    }

    @Test
    void aNumberThatMayLeave32BitsIsALong() throws IOException {
        generate(
                EnumSet.noneOf(Part.class),
                definition(
                        "example.com",
                        "Foo",
                        spec("{a: {type: integer, format: int32, maximum: 4294967295},"
                                + " b: {type: integer, format: int32, minimum: -2147483649},"
                                + " c: {type: integer, format: int32, minimum: 0, maximum: 65535},"
                                + " d: {type: integer, format: int32, maximum: 1e12},"
                                + " e: {type: integer, format: int32}}")));
        assertThat(source("com.example.v1.FooSpec"))
                .contains("@Nullable Long a,", "@Nullable Long b,", "@Nullable Integer c,", "@Nullable Long d,")
                .contains("@Nullable Integer e)");
    }

    @Test
    void nullIsNoConstant() throws IOException {
        generate(
                EnumSet.noneOf(Part.class),
                definition(
                        "example.com", "Foo", spec("{mode: {type: string, nullable: true, enum: [B, A, null, A]}}")));
        assertThat(source("com.example.v1.FooSpec"))
                .contains("String A = \"A\";", "String B = \"B\";")
                .doesNotContain("NULL");
    }

    @Test
    void aNameThatNoFileSystemTakesIsShortened() throws IOException {
        String schema = "{type: string}";
        for (int i = 0; i < 8; i++) {
            schema = "{type: object, properties: {" + "a".repeat(60) + ": " + schema + ", b: {type: string}}}";
        }
        generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", schema));
        assertThat(files()).hasSize(2 * 8 + 1).allMatch(file -> file.length() < 220);
    }

    @Test
    void anAliasToItselfIsRefused() {
        String schema = "&a {type: object, properties: {inner: *a}}";
        assertThatThrownBy(() -> generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", schema)))
                .isInstanceOf(CrdException.class)
                .hasMessage("crd.yaml has an alias to something that the alias is itself in");
        String twice = spec("{a: &a {type: object, properties: {x: {type: string}}}, b: *a}");
        assertThat(generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", twice))
                        .types())
                .isEqualTo(4);
    }

    @Test
    void whyAFileCannotBeWrittenIsTold() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> new CrdGenerator("com.example", EnumSet.noneOf(Part.class))
                        .fromText("crd.yaml", definition("example.com", "Foo", "{}"), file))
                .hasMessageStartingWith("cannot write sources to '" + file + "': " + file);
        assertThat(CrdException.reason(new AccessDeniedException("out"))).isEqualTo("no permission for out");
        assertThat(CrdException.reason(new FileAlreadyExistsException("out"))).isEqualTo("out is in the way");
        assertThat(CrdException.reason(new IOException())).isEqualTo("java.io.IOException");
    }

    @Test
    void aScopeThatNoServerTakesIsNotGuessed() {
        for (String scope : List.of("scope: namespaced", "scope: Cluster2", "")) {
            String manifest = definition("example.com", "Foo", "{}").replace("scope: Namespaced", scope);
            assertThatThrownBy(() -> generate(EnumSet.noneOf(Part.class), manifest))
                    .isInstanceOf(CrdException.class)
                    .hasMessageStartingWith("crd.yaml:.spec has")
                    .hasMessageContaining("scope");
        }
    }

    @Test
    void theNameForOneIsThatOfTheKindIfNoneIsGiven() throws IOException {
        generate(EnumSet.noneOf(Part.class), definition("example.com", "FooBar", "{}"));
        assertThat(source("com.example.v1.FooBar")).contains(".served(\"foobars\", \"foobar\", true,");
    }

    @Test
    void whatIsTooDeepIsSaidToBe() {
        String schema = "{a: ".repeat(20_000) + "1" + "}".repeat(20_000);
        assertThatThrownBy(() -> generate(EnumSet.noneOf(Part.class), definition("example.com", "Foo", schema)))
                .isInstanceOf(CrdException.class)
                .hasMessage("crd.yaml has objects in objects to a depth that no server would take");
    }

    @Test
    void jsonIsReadAsYamlIsAndSoAreLists() {
        String json = "{\"kind\":\"List\",\"items\":[{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
                + "\"CustomResourceDefinition\",\"spec\":{\"group\":\"example.com\",\"scope\":\"Cluster\",\"names\":{\"kind\":"
                + "\"Foo\",\"plural\":\"foos\"},\"versions\":[{\"name\":\"v1\",\"served\":true}]}},{\"kind\":\"Pod\"}]}";
        assertThat(generate(EnumSet.noneOf(Part.class), json).kinds()).containsExactly("example.com/v1 Foo");
    }

    /** As {@code kubectl get --raw} gives it: what goes without saying in a list is not said. */
    @Test
    void itemsOfARawListAreWhatTheListSays() {
        String json =
                "{\"kind\":\"CustomResourceDefinitionList\",\"apiVersion\":\"apiextensions.k8s.io/%s\",\"items\":["
                        + "{\"spec\":{\"group\":\"example.com\",\"scope\":\"Cluster\",\"names\":{\"kind\":\"Foo\",\"plural\":\"foos\"},"
                        + "\"versions\":[{\"name\":\"v1\",\"served\":true}]}}]}";
        assertThat(generate(EnumSet.noneOf(Part.class), json.formatted("v1")).kinds())
                .containsExactly("example.com/v1 Foo");
        assertThatThrownBy(() -> generate(EnumSet.noneOf(Part.class), json.formatted("v1beta1")))
                .isInstanceOf(CrdException.class)
                .hasMessageContaining("\"apiextensions.k8s.io/v1beta1\"; only apiextensions.k8s.io/v1 is understood");
    }
}
