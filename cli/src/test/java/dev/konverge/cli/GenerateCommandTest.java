package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private int run(String... args) {
        return Commands.commandLine(new PrintWriter(out), new PrintWriter(err), Map.of())
                .execute(args);
    }

    private Path definitions(String text) throws IOException {
        return Files.writeString(folder.resolve("crd.yaml"), text);
    }

    private static String oddities() throws IOException {
        try (InputStream in = Objects.requireNonNull(GenerateCommandTest.class.getResourceAsStream("oddities.yaml"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int generate(String text, String... more) throws IOException {
        String[] args = {
            "generate",
            "--crd",
            definitions(text).toString(),
            "--package",
            "com.example",
            "--out",
            sources().toString()
        };
        String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return run(all);
    }

    private Path sources() {
        return folder.resolve("sources");
    }

    private String minimal(String schema) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {kind: Foo, plural: foos}
                  versions:
                    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: %s}}
                """.formatted(schema);
    }

    /** Generates the records of a definition with a schema, and nothing else. */
    private void generateRecords(String schema) throws IOException {
        assertThat(generate(minimal(schema), "--records-only"))
                .as(err.toString())
                .isZero();
    }

    /** {@return what a probe says, which is compiled with what was generated} */
    private Object probed(String probe) throws Exception {
        return new Compilation(folder.resolve("classes"))
                .folder(sources())
                .source("probe.Probe", probe)
                .run("probe.Probe");
    }

    @Test
    void everythingThatDefinitionsInUseDoCompilesWithoutAWarningAndSurvivesARoundTrip() throws Exception {
        assertThat(generate(oddities())).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("  odd.example.com/v1 Builder", "  odd.example.com/v1 Oddity", "2 kinds,")
                .doesNotContain("v1alpha1");
        Object result = probed(PROBE);
        assertThat(result).isEqualTo("same");
    }

    private static final String PROBE = """
            package probe;

            import com.example.OddApis;
            import com.example.OddInformers;
            import com.example.v1.BuilderResource;
            import com.example.v1.Oddity;
            import com.example.v1.OdditySpec;
            import dev.konverge.client.ClientSet;
            import dev.konverge.client.ResourceClient;
            import dev.konverge.informer.Lister;
            import dev.konverge.informer.SharedInformerFactory;
            import dev.konverge.model.Condition;
            import dev.konverge.model.Json;
            import dev.konverge.model.codec.JsonReader;
            import dev.konverge.model.codec.JsonWriter;
            import java.util.function.Supplier;

            public final class Probe implements Supplier<String> {
                static final String TEXT = "{\\"kind\\":\\"Oddity\\",\\"apiVersion\\":\\"odd.example.com/v1\\",\\"metadata\\":{\\"name\\":\\"o\\"},"
                    + "\\"spec\\":{\\"$ref\\":\\"r\\",\\"1st\\":\\"one\\",\\"CODEC\\":\\"c\\",\\"a\\":{\\"bC\\":{\\"x\\":\\"1\\"}},\\"aB\\":{\\"c\\":{\\"y\\":\\"2\\"}},"
                    + "\\"atLeastNone\\":{},\\"anything\\":[1,{\\"deep\\":[[null]]}],\\"big\\":9007199254740993,\\"build\\":\\"b\\","
                    + "\\"byName\\":{\\"k\\":{\\"weight\\":3}},\\"class\\":\\"cl\\",\\"f\\":\\"f\\",\\"foo-bar\\":\\"fb\\",\\"fooBar\\":\\"fB\\","
                    + "\\"halfOpen\\":{\\"known\\":\\"k\\"},\\"hashCode\\":\\"h\\",\\"in\\":\\"i\\",\\"labels\\":{\\"l\\":\\"v\\"},\\"matrix\\":[[1,2],[]],"
                    + "\\"mode\\":\\"Fast\\",\\"names\\":[],\\"new\\":{\\"default\\":\\"d\\",\\"goto\\":7},\\"on\\":true,\\"open\\":{\\"x\\":{\\"y\\":1}},"
                    + "\\"payload\\":\\"AQID\\",\\"policies\\":[{\\"name\\":\\"p\\",\\"ports\\":[80,\\"http\\"]}],\\"port\\":\\"http\\",\\"ratio\\":0.5,"
                    + "\\"replicas\\":3,\\"rows\\":[{\\"a\\":\\"b\\"}],\\"seen\\":\\"s\\",\\"since\\":\\"2026-01-01T00:00:00Z\\",\\"size\\":\\"1Gi\\","
                    + "\\"table\\":{\\"r\\":{\\"c\\":\\"v\\"}},\\"template\\":{\\"apiVersion\\":\\"v1\\",\\"kind\\":\\"Pod\\"},\\"union\\":{\\"left\\":{\\"value\\":\\"l\\"}}},"
                    + "\\"status\\":{\\"conditions\\":[{\\"type\\":\\"Ready\\",\\"status\\":\\"True\\",\\"lastTransitionTime\\":\\"2026-01-01T00:00:00Z\\","
                    + "\\"reason\\":\\"R\\",\\"message\\":\\"m\\"}],\\"replicas\\":3},\\"key\\":\\"value\\"}";

                @Override
                public String get() {
                    Oddity first = Oddity.CODEC.read(new JsonReader(TEXT.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
                    JsonWriter out = new JsonWriter();
                    Oddity.CODEC.write(first, out);
                    Json again = Json.parse(out.toByteArray());
                    if (!again.equals(Json.parse(TEXT))) {
                        return again.toString();
                    }
                    Condition ready = first.status().conditions().get(0);
                    OdditySpec changed = first.spec().with(spec -> spec.in("x").new_(n -> n.default_("y")).port(8080).size("2Gi")
                        .addPolicies(p -> p.name("q")).mode(OdditySpec.Mode.SLOW_AND_STEADY));
                    boolean parts = ready.type().equals("Ready") && first.key().name().equals("o") && first.key_().equals("value")
                        && changed.policies().size() == 2 && changed.new_().goto_() == 7 && Oddity.TYPE.hasSubresource("scale")
                        && Oddity.TYPE.hasSubresource("status") && Oddity.TYPE.shortNames().contains("odd") && !BuilderResource.TYPE.namespaced()
                        && BuilderResource.TYPE.kind().equals("Builder");
                    return parts ? "same" : "different: " + changed;
                }

                static ResourceClient<Oddity> client(ClientSet clients) {
                    return OddApis.of(clients).v1().oddities("default");
                }

                static Lister<Oddity> lister(SharedInformerFactory informers) {
                    return OddInformers.of(informers).v1().oddities().lister();
                }
            }
            """;

    /** ADR 0052: a server lets any whole number of 64 bits into such a field, and one object must not stop an informer. */
    @Test
    void anIntOrStringOfAnySizeIsReadFromAListAndWrittenAsItWas() throws Exception {
        generateRecords("{type: object, properties: {spec: {type: object, properties: {"
                + "size: {x-kubernetes-int-or-string: true},"
                + "more: {type: array, items: {x-kubernetes-int-or-string: true}}}}}}");
        String probe = """
                package probe;
                import com.example.v1.Foo;
                import dev.konverge.model.Json;
                import dev.konverge.model.codec.*;
                import java.nio.charset.StandardCharsets;
                public final class Probe implements java.util.function.Supplier<String> {
                    static final String TEXT = "{\\"kind\\":\\"FooList\\",\\"apiVersion\\":\\"example.com/v1\\",\\"metadata\\":{\\"resourceVersion\\":\\"1\\"},\\"items\\":["
                        + item("a", "\\"more\\":[1,-9223372036854775808,9223372036854775807,\\"8589934592\\"],\\"size\\":8589934592") + ","
                        + item("b", "\\"size\\":\\"25%\\"") + "]}";
                    static String item(String name, String spec) {
                        return "{\\"kind\\":\\"Foo\\",\\"apiVersion\\":\\"example.com/v1\\",\\"metadata\\":{\\"name\\":\\"" + name + "\\"},\\"spec\\":{" + spec + "}}";
                    }
                    @Override
                    public String get() {
                        var list = JsonLists.read(TEXT.getBytes(StandardCharsets.UTF_8), Foo.TYPE, DecodeOptions.STANDARD);
                        JsonWriter out = new JsonWriter();
                        JsonLists.write(list, Foo.TYPE, out);
                        Json again = Json.parse(out.toByteArray());
                        return again.equals(Json.parse(TEXT)) ? "same" : again.toString();
                    }
                }
                """;
        assertThat(probed(probe)).isEqualTo("same");
    }

    @Test
    void aTypeMayHaveMoreFieldsThanAWordHasBits() throws Exception {
        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            properties.append(i == 0 ? "" : ", ").append("field").append(i).append(": {type: integer}");
        }
        String schema = "{type: object, properties: {spec: {type: object, properties: {" + properties + "}}}}";
        generateRecords(schema);
        String probe = """
                package probe;
                import com.example.v1.FooSpec;
                import dev.konverge.model.codec.DecodeException;
                import dev.konverge.model.codec.JsonReader;
                public final class Probe implements java.util.function.Supplier<String> {
                    @Override
                    public String get() {
                        FooSpec spec = read("{\\"field0\\":1,\\"field64\\":2,\\"field128\\":3,\\"field199\\":4}");
                        try {
                            read("{\\"field199\\":4,\\"field7\\":1,\\"field199\\":4}");
                            return "twice";
                        } catch (DecodeException e) {
                            return spec.field0() + " " + spec.field64() + " " + spec.field128() + " " + spec.field199() + " " + spec.field1();
                        }
                    }
                    static FooSpec read(String json) {
                        return FooSpec.CODEC.read(new JsonReader(json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
                    }
                }
                """;
        Object result = probed(probe);
        assertThat(result).isEqualTo("1 2 3 4 null");
    }

    @Test
    void whatAServerTakesCompilesHoweverUnlikelyItIs() throws Exception {
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 255; i++) {
            wide.append(i == 0 ? "" : ", ").append("field").append(i).append(": {type: string}");
        }
        String schema = """
                {type: object, properties: {fooSpec: {type: string, enum: [a]}, fooCodec: {type: string, enum: [a]}, spec: {type: object, properties: {
                  "two\\nlines": {type: string}, mode: {type: string, enum: ["a\\tb", "c\\\\u002a", "\\e"]}, Mode: {type: string},
                  items: {type: array, items: {type: object, properties: {x: {type: string}}}},
                  addItems: {type: object, properties: {y: {type: string}}}, wide: {type: object, properties: {%s}}}}}}
                """.formatted(wide).strip();
        generateRecords(schema);
        String probe = """
                package probe;
                import com.example.v1.Foo;
                import com.example.v1.FooSpec;
                import dev.konverge.model.Resources;
                public final class Probe implements java.util.function.Supplier<String> {
                    @Override
                    public String get() {
                        Foo foo = Foo.builder().fooSpec("a").spec(s -> s.mode(FooSpec.Mode.A_B).mode_(FooSpec.Mode.EMPTY).twoLines("t")
                            .addItems(a -> a.y("y")).wide(dev.konverge.model.RawJson.of("{\\"field254\\":\\"w\\"}"))).build();
                        return new String(Resources.toJson(foo), java.nio.charset.StandardCharsets.UTF_8);
                    }
                }
                """;
        Object result = probed(probe);
        assertThat(result)
                .asString()
                .contains(
                        "\"Mode\":\"\\u001b\"",
                        "\"mode\":\"a\\tb\"",
                        "\"two\\nlines\":\"t\"",
                        "\"addItems\":{\"y\":\"y\"}")
                .contains("\"fooSpec\":\"a\"", "\"wide\":{\"field254\":\"w\"}");
    }

    @Test
    void componentsThatAreTooLongForALineHaveOneEach() throws IOException {
        generateRecords("{type: object, properties: {spec: {type: object, properties: {"
                + "first: {type: string}, second: {type: string}, third: {type: string}, fourth: {type: string}}}}}");
        assertThat(Files.readString(sources().resolve("com/example/v1/FooSpec.java")))
                .contains("""
                public record FooSpec(
                        @Nullable String first,
                        @Nullable String fourth,
                        @Nullable String second,
                        @Nullable String third) {
                """);
        assertThat(Files.readString(sources().resolve("com/example/v1/Foo.java")))
                .contains("public record Foo(ObjectMeta metadata, @Nullable FooSpec spec) implements Resource {");
    }

    @Test
    void whatTheDefinitionSaysOfItsPartsIsSaidInJavaToo() throws Exception {
        generateRecords("""
                        {type: object, description: "A Foo.\\n\\nNot */ a {@link Bar}, <b>never</b> \\\\u12.", properties: {spec: {type: object, properties: {
                          image: {type: string}, parts: {type: array, description: "All of them,
                            and they are so many that the sentence which tells it goes on for longer than a line does.",
                            items: {type: object, description: One of them., properties: {x: {type: string}}}}}}}}
                        """.strip());
        Path v1 = sources().resolve("com/example/v1");
        assertThat(Files.readString(v1.resolve("Foo.java"))).contains("""
                /**
                 * example.com/v1 Foo.
                 *
                 * <p>A Foo. Not &#42;/ a {&#64;link Bar}, &lt;b&gt;never&lt;/b&gt; &#92;u12.
                 */
                public record Foo(""");
        assertThat(Files.readString(v1.resolve("FooSpec.java"))).contains("""
                /**
                 * com.example.v1.FooSpec.
                 *
                 * @param parts All of them, and they are so many that the sentence which tells it goes on for longer than a line
                 *     does.
                 */
                public record FooSpec(""");
        assertThat(Files.readString(v1.resolve("FooSpecPart.java"))).contains("""
                /** One of them. */
                public record FooSpecPart(""");
        assertThat(new Compilation(folder.resolve("classes")).folder(sources()).compile())
                .isEmpty();
    }

    @Test
    void aSecondRunRemovesWhatIsNotNeededAnyMoreAndLeavesTheWorkOfPeopleAlone() throws IOException {
        assertThat(generate(
                        minimal("{type: object, properties: {spec: {type: object, properties: {a: {type: string}}}}}")))
                .isZero();
        Path spec = sources().resolve("com/example/v1/FooSpec.java");
        Path own = Files.writeString(sources().resolve("com/example/v1/Mine.java"), "class Mine {}");
        assertThat(spec).exists();
        assertThat(generate(minimal("{type: object}"))).isZero();
        assertThat(spec).doesNotExist();
        assertThat(own).exists();
    }

    @Test
    void aFileThatWasNotGeneratedIsNeverOverwritten() throws IOException {
        Path foo = sources().resolve("com/example/v1/Foo.java");
        Files.createDirectories(foo.getParent());
        Files.writeString(foo, "class Foo {}");
        assertThat(generate(minimal("{type: object}"))).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("Foo.java' exists and was not generated; it is left alone");
        assertThat(foo).hasContent("class Foo {}");
    }

    @Test
    void aNameThatNoServerTakesAndAFileThatIsNoTextAreTold() throws IOException {
        String definition = minimal("{type: object}");
        assertThat(generate(definition.replace("example.com", "\"my group\""))).isEqualTo(2);
        assertThat(generate(definition.replace("kind: Foo", "kind: \"F/o\""))).isEqualTo(2);
        assertThat(generate(definition.replace("foos", "Foos"))).isEqualTo(2);
        assertThat(generate(definition.replace("name: v1", "name: v.1"))).isEqualTo(2);
        Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0, (byte) 0x80});
        assertThat(run("generate", "--crd", binary.toString(), "--package", "com.example", "--out", "x"))
                .isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(5)
                .contains(
                        ".spec has the group \"my group\", which no server would take",
                        ".spec.names has the kind \"F/o\", which no server would take",
                        ".spec.names has the plural \"Foos\", which no server would take",
                        ".spec.versions[0] has the name \"v.1\", which no server would take",
                        "binary.yaml' has something in it that is no text in UTF-8");
    }

    @Test
    void whatIsWrongIsToldInOneLineWithThePlace() throws IOException {
        assertThat(generate("kind: Pod")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("crd.yaml has no CustomResourceDefinition");
        err.getBuffer().setLength(0);

        assertThat(generate(minimal("{type: object, properties: {spec: {type: thing}}}")))
                .isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(1)
                .contains("crd.yaml:.spec.versions[0].schema.openAPIV3Schema.properties.spec has the type \"thing\"");
        err.getBuffer().setLength(0);

        assertThat(generate(minimal("{}").replace("plural: foos", "singular: foo")))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains(".spec.names has no plural");
        err.getBuffer().setLength(0);

        assertThat(generate(minimal("{}").replace("io/v1", "io/v1beta1"))).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("only apiextensions.k8s.io/v1 is understood");
        err.getBuffer().setLength(0);

        assertThat(generate("a: [")).isEqualTo(2);
        assertThat(err.toString()).contains("crd.yaml is neither YAML nor JSON");
    }

    @Test
    void theSourceOfDefinitionsMustBeNamedOnce() {
        assertThat(run("generate", "--package", "p", "--out", "o")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("Give --crd FILE or --from-cluster");
        err.getBuffer().setLength(0);
        assertThat(run("generate", "--crd", "x", "--package", "1p", "--out", "o"))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("\"1p\" cannot be the name of a Java package");
    }
}
