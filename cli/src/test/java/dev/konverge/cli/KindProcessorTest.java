package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.processor.KindProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindProcessorTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private static final String HEADER = KindSources.HEADER;

    private static final String FOO = HEADER + """
            /**
             * A Foo makes a {@code Deployment}.
             *
             * @param spec what is wanted
             */
            @Kind(group = "samplecontroller.k8s.io", version = "v1alpha1", shortNames = "fo", categories = "all")
            @PrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = "integer")
            @PrinterColumn(name = "Since", jsonPath = ".status.since", type = "date", priority = 1)
            @Scale
            public record Foo(ObjectMeta metadata, Spec spec, @Nullable Status status) implements FooResource {
                /** What is wanted. */
                @Rule(value = "self.min <= self.replicas", message = "too few", reason = "FieldValueInvalid", fieldPath = ".replicas")
                public record Spec(
                        @Pattern("^[a-z]+$") @Size(min = 1, max = 63) @Immutable String deploymentName,
                        @Minimum(0) @Maximum(value = 100, exclusive = true) @Default("1") int replicas,
                        long min,
                        @Nullable Mode mode,
                        @JsonName("class") @OneOf({"gold", "on"}) @Nullable String kindOf,
                        @Size(max = 5) @OneOf({"a", "b"}) List<String> tags,
                        Map<String, String> labels,
                        @ListType(value = ListType.Merge.MAP, keys = "name") List<Port> ports,
                        @Required List<List<Integer>> matrix,
                        @Nullable IntOrString port,
                        @Nullable Quantity memory,
                        @Nullable Bytes payload,
                        @EmbeddedResource @Nullable RawJson template,
                        @Nullable PodTemplateSpec pods,
                        @Nullable Double ratio,
                        boolean paused) {}

                public enum Mode { FAST, @JsonName("slow-motion") SLOW }

                /** How it is. */
                public record Status(int replicas, @Nullable Instant since, List<Condition> conditions) {}
            }
            """;

    private static final String PORT = """
            package com.example;
            /** A port. */
            public record Port(String name, @dev.konverge.model.annotation.Description("The number.") int number) {}
            """;

    private Compilation compilation() {
        return new Compilation(folder.resolve("classes")).processor(new KindProcessor());
    }

    private String manifest(String name) throws IOException {
        return Files.readString(folder.resolve("classes/META-INF/konverge/crds/" + name + ".yaml"));
    }

    private static final String PROBE = """
            package com.example;
            import dev.konverge.model.*;
            import dev.konverge.model.codec.*;
            import java.nio.charset.StandardCharsets;
            import java.util.List;
            public final class Probe implements java.util.function.Supplier<String> {
                static final String TEXT = "{\\"kind\\":\\"Foo\\",\\"apiVersion\\":\\"samplecontroller.k8s.io/v1alpha1\\",\\"metadata\\":{\\"name\\":\\"f\\"},"
                    + "\\"spec\\":{\\"deploymentName\\":\\"d\\",\\"replicas\\":3,\\"min\\":1,\\"mode\\":\\"slow-motion\\",\\"class\\":\\"gold\\",\\"tags\\":[\\"a\\"],"
                    + "\\"labels\\":{\\"k\\":\\"v\\"},\\"ports\\":[{\\"name\\":\\"http\\",\\"number\\":80}],\\"matrix\\":[],\\"port\\":\\"http\\",\\"memory\\":\\"1Gi\\","
                    + "\\"payload\\":\\"AQID\\",\\"template\\":{\\"kind\\":\\"Pod\\"},\\"pods\\":{\\"metadata\\":{\\"labels\\":{\\"a\\":\\"b\\"}}},\\"ratio\\":0.5,"
                    + "\\"paused\\":true},\\"status\\":{\\"replicas\\":3,\\"since\\":\\"2026-01-01T00:00:00Z\\",\\"conditions\\":[{\\"type\\":\\"Ready\\",\\"status\\":\\"True\\"}]}}";
                @Override
                public String get() {
                    Foo foo = Foo.TYPE.codec().read(new JsonReader(TEXT.getBytes(StandardCharsets.UTF_8)));
                    JsonWriter out = new JsonWriter();
                    Foo.TYPE.codec().write(foo, out);
                    if (!Json.parse(out.toByteArray()).equals(Json.parse(TEXT))) {
                        return Json.parse(out.toByteArray()).toString();
                    }
                    Foo bare = Foo.TYPE.codec().read(new JsonReader("{\\"spec\\":{\\"deploymentName\\":\\"x\\",\\"mode\\":\\"unheard-of\\"}}".getBytes(StandardCharsets.UTF_8)));
                    if (bare.spec().replicas() != 1 || bare.spec().min() != 0 || bare.spec().mode() != null || !bare.spec().tags().isEmpty() || bare.status() != null || bare.metadata() == null) {
                        return "bare: " + bare;
                    }
                    Foo built = FooResource.builder().metadata(m -> m.name("n").namespace("ns"))
                        .spec(s -> s.deploymentName("d").replicas(2).addPorts(p -> p.name("p").number(1)).addTags("a", "b").putLabels("x", "y"))
                        .build();
                    Foo changed = built.with(f -> f.spec(s -> s.replicas(5)).status(new Foo.Status(5, null, List.of())));
                    boolean fine = changed.spec().replicas() == 5 && changed.spec().tags().size() == 2 && changed.key().toString().equals("ns/n")
                        && changed.spec().ports().get(0).number() == 1 && changed.resourceType() == Foo.TYPE && Foo.TYPE.plural().equals("foos")
                        && Foo.TYPE.hasSubresource("status") && Foo.TYPE.hasSubresource("scale");
                    return fine ? "same" : "different " + changed;
                }
            }
            """;

    @Test
    void aRecordBecomesAResourceThatSurvivesARoundTrip() throws Exception {
        Object result = compilation()
                .source("com.example.Foo", FOO)
                .source("com.example.Port", PORT)
                .source("com.example.Probe", PROBE)
                .run("com.example.Probe");
        assertThat(result).isEqualTo("same");
    }

    private static final String DEFAULTS = HEADER + """
            @Kind(group = "example.com", version = "v1")
            public record Dial(
                    ObjectMeta metadata,
                    @Default("-3") int whole,
                    @Default("3000000000") long large,
                    @Default("5") long small,
                    @Default("2") double ratio,
                    @Default("1.5e300") double far,
                    @Default("true") boolean open,
                    @Default("7") @Nullable Integer maybe,
                    @Default("\\"up\\"") @Nullable String way,
                    int plain) implements DialResource {}
            """;

    private static final String DEFAULTS_PROBE = """
            package com.example;
            import dev.konverge.model.codec.*;
            import java.nio.charset.StandardCharsets;
            public final class Probe implements java.util.function.Supplier<String> {
                private static String text(Dial dial) {
                    JsonWriter out = new JsonWriter();
                    Dial.TYPE.codec().write(dial, out);
                    return new String(out.toByteArray(), StandardCharsets.UTF_8).replaceAll(".*?\\"whole", "{\\"whole");
                }
                @Override
                public String get() {
                    Dial read = Dial.TYPE.codec().read(new JsonReader("{\\"metadata\\":{}}".getBytes(StandardCharsets.UTF_8)));
                    Dial zero = DialResource.builder().whole(0).open(false).build();
                    return text(DialResource.builder().build()) + "\\n" + text(read) + "\\n" + zero.whole() + zero.open();
                }
            }
            """;

    @Test
    void aPrimitiveThatIsNotGivenIsItsDefaultAndWhatMayBeNullIsLeftToTheServer() throws Exception {
        String absent =
                "{\"whole\":-3,\"large\":3000000000,\"small\":5,\"ratio\":2,\"far\":1.5e+300,\"open\":true,\"plain\":0}";
        assertThat(compilation()
                        .source("com.example.Dial", DEFAULTS)
                        .source("com.example.Probe", DEFAULTS_PROBE)
                        .run("com.example.Probe"))
                .isEqualTo(absent + "\n" + absent + "\n0false");
    }

    @Test
    void theDefinitionSaysWhatTheRecordSays() throws Exception {
        assertThat(compilation()
                        .source("com.example.Foo", FOO)
                        .source("com.example.Port", PORT)
                        .compile())
                .isEmpty();
        String manifest = manifest("foos.samplecontroller.k8s.io");
        assertThat(manifest)
                .startsWith("""
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata:
                          name: foos.samplecontroller.k8s.io
                          annotations:
                            api-approved.kubernetes.io: "unapproved, experimental-only"
                        spec:
                          group: samplecontroller.k8s.io
                          scope: Namespaced
                          names:
                            kind: Foo
                            listKind: FooList
                            plural: foos
                            singular: foo
                            shortNames:
                              - fo
                            categories:
                              - all
                          versions:
                            - name: v1alpha1
                              served: true
                              storage: true
                              schema:
                                openAPIV3Schema:
                                  type: object
                                  properties:
                                    apiVersion:
                                      type: string
                                    kind:
                                      type: string
                                    metadata:
                                      type: object
                                    spec:
                                      type: object
                                      properties:
                                        deploymentName:
                                          type: string
                                          pattern: "^[a-z]+$"
                                          minLength: 1
                                          maxLength: 63
                                          x-kubernetes-validations:
                                            - rule: "self == oldSelf"
                                              message: is immutable
                                        replicas:
                                          type: integer
                                          format: int32
                                          minimum: 0
                                          maximum: 100
                                          exclusiveMaximum: true
                                          default: 1
                                        min:
                                          type: integer
                                          format: int64
                                        mode:
                                          type: string
                                          enum:
                                            - FAST
                                            - slow-motion
                                        class:
                                          type: string
                                          enum:
                                            - gold
                                            - "on"
                        """)
                .contains("""
                                        ports:
                                          type: array
                                          items:
                                            type: object
                                            properties:
                                              name:
                                                type: string
                                              number:
                                                type: integer
                                                format: int32
                                                description: The number.
                                            required:
                                              - name
                                              - number
                                            description: A port.
                                          x-kubernetes-list-type: map
                                          x-kubernetes-list-map-keys:
                                            - name
                        """)
                .contains("""
                                      required:
                                        - deploymentName
                                        - min
                                        - matrix
                                        - paused
                                      description: what is wanted
                                      x-kubernetes-validations:
                                        - rule: "self.min <= self.replicas"
                                          message: too few
                                          reason: FieldValueInvalid
                                          fieldPath: .replicas
                        """)
                .contains("x-kubernetes-embedded-resource: true", "x-kubernetes-int-or-string: true")
                .contains("description: A Foo makes a Deployment.")
                .contains("containerPort:", "terminationGracePeriodSeconds:")
                .endsWith("""
                              subresources:
                                status: {}
                                scale:
                                  specReplicasPath: .spec.replicas
                                  statusReplicasPath: .status.replicas
                              additionalPrinterColumns:
                                - name: Replicas
                                  type: integer
                                  jsonPath: .spec.replicas
                                - name: Since
                                  type: date
                                  jsonPath: .status.since
                                  priority: 1
                        """);
    }

    @Test
    void recordsForTwoVersionsMakeOneDefinition() throws Exception {
        assertThat(compilation()
                        .source("com.example.v1.Bar", bar("com.example.v1", "v1", ""))
                        .source(
                                "com.example.v2.Bar",
                                bar("com.example.v2", "v2", ", storage = false, deprecation = \"use v1\""))
                        .compile())
                .isEmpty();
        assertThat(manifest("bars.example.com"))
                .contains("    - name: v1\n", "    - name: v2\n", "deprecationWarning: use v1", "storage: false");
    }

    private static String bar(String packageName, String version, String more) {
        return "package " + packageName + ";\n"
                + "@dev.konverge.model.annotation.Kind(group = \"example.com\", version = \"" + version + "\"" + more
                + ")\n"
                + "public record Bar(dev.konverge.model.ObjectMeta metadata, String text) implements BarResource {}\n";
    }

    @Test
    void aRecordMayImplementResourceItselfAndBeNestedAndPackagePrivate() throws Exception {
        String source = HEADER + """
                final class Outer {
                    @Kind(group = "example.com", version = "v1", namespaced = false, plural = "boxen")
                    record Box(ObjectMeta metadata) implements Resource {
                        static final ResourceType<Box> TYPE = OuterBoxResource.TYPE;
                        @Override
                        public ResourceType<Box> resourceType() {
                            return TYPE;
                        }
                    }
                }
                """;
        assertThat(compilation().source("com.example.Outer", source).compile()).isEmpty();
        assertThat(manifest("boxen.example.com")).contains("scope: Cluster").doesNotContain("annotations");
    }

    private List<String> complaints(String... records) throws IOException {
        return new KindSources(compilation()).complaints(records);
    }

    private static String kind(String components) {
        return KindSources.kind(components);
    }

    private static final String KIND = "@Kind(group = \"example.com\", version = \"v1\")\n";

    @Test
    void whatCannotBeAKindIsToldAtItsPlace() throws IOException {
        assertThat(complaints(
                        KIND + "public class Foo {}",
                        KIND.replace("example.com", "example")
                                + "public record Foo(ObjectMeta metadata) implements FooResource {}",
                        KIND + "public record Foo(String spec) implements FooResource {}",
                        KIND + "public record Foo(ObjectMeta metadata) {}",
                        kind("String status"),
                        kind("String kind"),
                        "@PrinterColumn(name = \"A\", jsonPath = \"spec\")\n" + kind("String a"),
                        "@PrinterColumn(name = \"A\", jsonPath = \".spec\", type = \"text\")\n" + kind("String a"),
                        KIND.replace("\"v1\"", "\"v1\", annotations = \"x\"")
                                + "public record Foo(ObjectMeta metadata) implements FooResource {}",
                        KIND.replace("\"v1\"", "\"v1\", shortNames = {\"fo\", \"FO\"}")
                                + "public record Foo(ObjectMeta metadata) implements FooResource {}",
                        KIND.replace("\"v1\"", "\"v1\", categories = \"all of them\"")
                                + "public record Foo(ObjectMeta metadata) implements FooResource {}"))
                .containsExactly(
                        "Foo.java:10: @Kind is for records, and Foo is none",
                        "Foo.java:10: the group of a kind must be a name with dots, such as example.com, not \"example\"",
                        "Foo.java:10: a kind has metadata: Foo needs a component 'ObjectMeta metadata'",
                        "Foo.java:10: Foo must implement FooResource, which is generated for it, or"
                                + " dev.konverge.model.Resource",
                        "Foo.java:10: the status of a kind must be @Nullable: an object has none until it is written",
                        "Foo.java:10: the kind of an object is told by its @Kind, not by a component",
                        "Foo.java:11: the jsonPath of column \"A\" must begin with a dot, such as .spec.replicas",
                        "Foo.java:11: the type of column \"A\" must be string, integer, number, boolean or date, not"
                                + " \"text\"",
                        "Foo.java:10: an annotation of a kind must be key=value, not \"x\"",
                        "Foo.java:10: the short name of a kind must be in lower case, not \"FO\"",
                        "Foo.java:10: the category of a kind must be in lower case, not \"all of them\"");
    }

    @Test
    void whatCannotBeAComponentIsToldAtItsPlace() throws IOException {
        String types =
                "a component can be: String, boolean, int, long, double and their boxes, Instant, Duration, Bytes, Quantity,"
                        + " IntOrString, RawJson, enums, records, types of the model, List<…> and Map<String, …>";
        assertThat(complaints(
                        kind("java.util.Date when"),
                        kind("byte[] data"),
                        kind("short small"),
                        kind("Map<Integer, String> m"),
                        kind("List<?> l"),
                        kind("List raw"),
                        kind("Foo inner"),
                        kind("@JsonName(\"b\") String a, String b"),
                        kind("List<Unit> units") + "\nenum Unit { DAY }",
                        kind("Map<String, Unit> units") + "\nenum Unit { DAY }",
                        kind("Foo.Hidden hidden").replace("{}", "{ private record Hidden(String a) {} }"),
                        kind("@Nullable int a"),
                        kind("@Nullable boolean a"),
                        kind("@JsonName(\"\") String a"),
                        kind("Mode mode") + "\nenum Mode {}"))
                .containsExactly(
                        "Foo.java:10: 'when' is of type java.util.Date; " + types,
                        "Foo.java:10: 'data' is an array; " + types,
                        "Foo.java:10: 'small' is of type short; " + types,
                        "Foo.java:10: the keys of 'm' must be of type String, as those of JSON are",
                        "Foo.java:10: 'l' must say what List it is, without wildcards",
                        "Foo.java:10: 'raw' must say what List it is, without wildcards",
                        "Foo.java:10: record Foo holds itself, which a definition cannot express; use RawJson where it"
                                + " does",
                        "Foo.java:10: two components of Foo are \"b\" in JSON",
                        "Foo.java:10: 'units' is a list of an enum, and an element that is not known yet would have to be"
                                + " dropped; use List<String> with @OneOf",
                        "Foo.java:10: 'units' is a map to an enum, and a value that is not known yet would have to be"
                                + " dropped; use Map<String, String>",
                        "Foo.java:10: Hidden must not be private, so that its codec can see it",
                        "Foo.java:10: 'a' is @Nullable and of type int, which is never null; use Integer",
                        "Foo.java:10: 'a' is @Nullable and of type boolean, which is never null; use Boolean",
                        "Foo.java:10: the @JsonName of 'a' is empty",
                        "Foo.java:11: enum Mode has no constants, so nothing can be one");
    }

    @Test
    void constraintsThatDoNotFitAreToldAtTheirPlace() throws IOException {
        assertThat(complaints(
                        kind("@Minimum(1) String a"),
                        kind("@Pattern(\"(\") String a"),
                        kind("@Pattern(\"x\") int a"),
                        kind("@Default(\"x\") int a"),
                        kind("@Default(\"3000000000\") int a"),
                        kind("@Default(\".inf\") double a"),
                        kind("@Size(min = 3, max = 2) String a"),
                        kind("@Size(min = 3) int a"),
                        kind("@ListType(ListType.Merge.MAP) List<String> a"),
                        kind("@ListType(value = ListType.Merge.MAP, keys = \"x\") List<String> a"),
                        kind("@EmbeddedResource String a"),
                        kind("@Rule(value = \"true\", reason = \"Because\") String a"),
                        kind("@Rule(\" \") String a"),
                        kind("@Minimum(Double.NaN) double a"),
                        kind("@Maximum(Double.POSITIVE_INFINITY) double a"),
                        kind("@Minimum(5) @Maximum(4) int a"),
                        kind("@Minimum(5) @Maximum(value = 5, exclusive = true) int a"),
                        kind("@Pattern(\"(?!no)[a-z]+\") String a"),
                        kind("@Pattern(\"(a)\\\\1\") String a"),
                        kind("@OneOf(\"FAST\") Mode a") + "\nenum Mode { FAST, SLOW }",
                        kind("@Default(\"1\") String a"),
                        kind("@Default(\"\") String a")))
                .containsExactly(
                        "Foo.java:10: @Minimum is for numbers, which 'a' is not",
                        "Foo.java:10: the @Pattern of 'a' is no regular expression: Unclosed group",
                        "Foo.java:10: @Pattern is for texts, which 'a' is not",
                        "Foo.java:10: the @Default of 'a' is x, and its type is integer",
                        "Foo.java:10: the @Default of 'a' is 3000000000, and its type is integer",
                        "Foo.java:10: the @Default of 'a' is .inf, and its type is number",
                        "Foo.java:10: the @Size of 'a' has a max below its min",
                        "Foo.java:10: @Size is for texts, lists and maps, which 'a' is not",
                        "Foo.java:10: @ListType(MAP) needs keys: the components that identify an element",
                        "Foo.java:10: the key 'x' of 'a' must be a component of its elements that is required or has a"
                                + " default",
                        "Foo.java:10: @EmbeddedResource is for RawJson, which 'a' is not",
                        "Foo.java:10: the reason of a @Rule is \"Because\"; there are FieldValueDuplicate,"
                                + " FieldValueForbidden, FieldValueInvalid, FieldValueRequired",
                        "Foo.java:10: a @Rule is empty",
                        "Foo.java:10: the @Minimum of 'a' is NaN, and must be a finite number",
                        "Foo.java:10: the @Maximum of 'a' is Infinity, and must be a finite number",
                        "Foo.java:10: no number is between the @Minimum and the @Maximum of 'a'",
                        "Foo.java:10: no number is between the @Minimum and the @Maximum of 'a'",
                        "Foo.java:10: the @Pattern of 'a' has (?!, which the server's regular expressions do not know (they"
                                + " are RE2)",
                        "Foo.java:10: the @Pattern of 'a' has \\1, which the server's regular expressions do not know (they"
                                + " are RE2)",
                        "Foo.java:10: 'a' is an enum, which says itself what it can be; @OneOf is for texts and lists of"
                                + " texts",
                        "Foo.java:10: the @Default of 'a' is 1, and its type is string; as JSON has it, a text is in"
                                + " quotes: @Default(\"\\\"1\\\"\")",
                        "Foo.java:10: the @Default of 'a' is empty, and its type is string; as JSON has it, a text is in"
                                + " quotes: @Default(\"\\\"\\\"\")");
    }

    @Test
    void aFormatThatTheServerWouldIgnoreIsToldWithWhatResemblesIt() throws IOException {
        assertThat(
                        complaints(
                                kind("@Format(\"emial\") String a"),
                                kind("@Format(\"hostnames\") String a"),
                                kind("@Format(\"date_time\") String a"),
                                kind("@Format(\"semver\") String a"),
                                kind("@Format(\"\") String a"),
                                kind("@Format(\"uri\") Instant a"),
                                kind("@Format(\"uri\") Mode a").replace("{}", "{ enum Mode { FAST } }"),
                                kind(
                                        "@Format(\"datetime\") String a, @Format(\"k8s-short-name\") String b, @Format(\"uuid\") String c")))
                .containsExactly(
                        "Foo.java:10: the @Format of 'a' is \"emial\", which the server does not know and would ignore;"
                                + " did you mean \"email\"?",
                        "Foo.java:10: the @Format of 'a' is \"hostnames\", which the server does not know and would ignore;"
                                + " did you mean \"hostname\"?",
                        "Foo.java:10: the @Format of 'a' is \"date_time\", which the server does not know and would ignore;"
                                + " did you mean \"date-time\"?",
                        "Foo.java:10: the @Format of 'a' is \"semver\"" + ALL_FORMATS,
                        "Foo.java:10: the @Format of 'a' is \"\"" + ALL_FORMATS,
                        "Foo.java:10: @Format is for texts, which 'a' is not",
                        "Foo.java:10: @Format is for texts, which 'a' is not");
    }

    private static final String ALL_FORMATS =
            ", which the server does not know and would ignore; it knows bsonobjectid, byte, cidr, creditcard, date,"
                    + " date-time, duration, email, hexcolor, hostname, ipv4, ipv6, isbn, isbn10, isbn13, mac, password,"
                    + " rgbcolor, ssn, uri, uuid, uuid3, uuid4, uuid5, k8s-long-name, k8s-short-name";

    @Test
    void aPathThatLeadsNowhereIsTold() throws IOException {
        String spec = kind("Spec spec, RawJson open")
                .replace("{}", "{ record Spec(int replicas, Map<String, String> labels) {} }");
        assertThat(complaints(
                        "@PrinterColumn(name = \"A\", jsonPath = \".spec.replicsa\")\n" + spec,
                        "@PrinterColumn(name = \"A\", jsonPath = \".stauts.ready\")\n" + spec,
                        "@PrinterColumn(name = \"A\", jsonPath = \".spec.replicas.most\")\n" + spec,
                        "@Scale\n" + spec,
                        "@PrinterColumn(name = \"A\", jsonPath = \".metadata.creationTimestamp\", type = \"date\")\n"
                                + "@PrinterColumn(name = \"B\", jsonPath = \".spec.labels.app\")\n"
                                + "@PrinterColumn(name = \"C\", jsonPath = \".open.any.thing\")\n"
                                + "@PrinterColumn(name = \"D\", jsonPath = \".status.conditions[?(@.type=='Ready')].status\")\n"
                                + spec))
                .containsExactly(
                        "Foo.java:11: the path .spec.replicsa of column \"A\" leads nowhere: there is no .spec.replicsa",
                        "Foo.java:11: the path .stauts.ready of column \"A\" leads nowhere: there is no .stauts",
                        "Foo.java:11: the path .spec.replicas.most of column \"A\" leads nowhere: there is no"
                                + " .spec.replicas.most",
                        "Foo.java:11: the path .status.replicas of @Scale leads nowhere: there is no .status");
    }

    @Test
    void metadataInsideAnObjectIsKeptByTheServerAndMayBeAbsent() throws Exception {
        String foo = HEADER + kind("Template template").replace("{}", """
                {
                    public record Template(ObjectMeta metadata, @Nullable ObjectMeta more) {}
                }
                """);
        String probe = """
                package com.example;
                public final class Probe implements java.util.function.Supplier<String> {
                    @Override
                    public String get() {
                        return String.valueOf(FooResource.builder().template(t -> t.metadata(m -> m.name("n"))).build().template().more());
                    }
                }
                """;
        assertThat(compilation()
                        .source("com.example.Foo", foo)
                        .source("com.example.Probe", probe)
                        .run("com.example.Probe"))
                .isEqualTo("null");
        assertThat(manifest("foos.example.com")).contains("""
                            metadata:
                              type: object
                            template:
                              type: object
                              properties:
                                metadata:
                                  x-kubernetes-preserve-unknown-fields: true
                                  type: object
                                more:
                                  x-kubernetes-preserve-unknown-fields: true
                                  type: object
                """);
    }

    @Test
    void rulesOfARecordAndOfTheComponentThatUsesItAddUp() throws Exception {
        String foo = HEADER
                + kind("@Rule(\"self.a > 1\") @Rule(\"self.a > 2\") @Immutable Spec spec, Spec other")
                        .replace("{}", "{ @Rule(\"self.a > 0\") public record Spec(int a) {} }");
        assertThat(compilation().source("com.example.Foo", foo).compile()).isEmpty();
        assertThat(manifest("foos.example.com")).contains("""
                                      x-kubernetes-validations:
                                        - rule: "self.a > 0"
                                        - rule: "self == oldSelf"
                                          message: is immutable
                                        - rule: "self.a > 1"
                                        - rule: "self.a > 2"
                                    other:
                        """).containsOnlyOnce("self.a > 1");
    }

    @Test
    void theMetadataOfAKindIsDescribedByTheServerAlone() throws Exception {
        String foo = HEADER + "/**\n * @param metadata its name\n */\n" + kind("String a");
        assertThat(compilation().source("com.example.Foo", foo).compile()).isEmpty();
        assertThat(manifest("foos.example.com")).contains("""
                            metadata:
                              type: object
                            a:
                """);
        String marked = KIND + "public record Foo(%s ObjectMeta metadata) implements FooResource {}";
        assertThat(complaints(
                        marked.formatted("@Rule(\"self.name != ''\") @Rule(\"true\")"),
                        marked.formatted("@Description(\"Its name.\")"),
                        marked.formatted("@PreserveUnknownFields")))
                .containsExactly(
                        "Foo.java:10: the metadata of a kind is described by the server alone; it takes no @Rule",
                        "Foo.java:10: the metadata of a kind is described by the server alone; it takes no @Description",
                        "Foo.java:10: the metadata of a kind is described by the server alone; it takes no"
                                + " @PreserveUnknownFields");
    }

    @Test
    void aKindInsideAnObjectKeepsWhatItIsAndItsMetadata() throws Exception {
        String foo = HEADER
                + kind("List<dev.konverge.model.core.v1.PersistentVolumeClaim> claims, Bar bar")
                        .replace("{}", """
                        {
                            @Kind(group = "example.com", version = "v1")
                            public record Bar(ObjectMeta metadata, String text) implements FooBarResource {}
                        }
                        """);
        assertThat(compilation().source("com.example.Foo", foo).compile()).isEmpty();
        assertThat(manifest("foos.example.com")).contains("""
                            claims:
                              type: array
                              items:
                                type: object
                                properties:
                                  apiVersion:
                                    type: string
                                  kind:
                                    type: string
                                  metadata:
                                    x-kubernetes-preserve-unknown-fields: true
                                    type: object
                """).contains("""
                            bar:
                              type: object
                              properties:
                                apiVersion:
                                  type: string
                                kind:
                                  type: string
                                metadata:
                                  x-kubernetes-preserve-unknown-fields: true
                                  type: object
                                text:
                """);
        assertThat(manifest("bars.example.com")).contains("""
                            metadata:
                              type: object
                            text:
                """);
    }

    @Test
    void whatIsImmutableCannotBeTakenAwayAndSetAnew() throws Exception {
        String foo = HEADER
                + kind(
                        "@Immutable @Nullable String a, @Immutable String b, @Immutable @Default(\"1\") int c,"
                                + " @JsonName(\"for-all\") @Immutable List<String> d, @JsonName(\"in\") @Immutable @Nullable String e");
        assertThat(compilation().source("com.example.Foo", foo).compile()).isEmpty();
        assertThat(manifest("foos.example.com")).endsWith("""
                          required:
                            - b
                          x-kubernetes-validations:
                            - rule: "!has(oldSelf.a) || has(self.a)"
                              message: a is immutable
                            - rule: "!has(oldSelf.for__dash__all) || has(self.for__dash__all)"
                              message: for-all is immutable
                            - rule: "!has(oldSelf.__in__) || has(self.__in__)"
                              message: in is immutable
                """);
        assertThat(complaints(kind("@JsonName(\"$a\") @Immutable @Nullable String a")))
                .containsExactly(
                        "Foo.java:10: 'a' is @Immutable and may be absent, and CEL has no way to write \"$a\" to"
                                + " forbid that it is taken away; give it another name, or demand it");
    }

    @Test
    void aRuleOnWhatWasBeforeNeedsElementsThatAreToldApart() throws IOException {
        String port = "\nrecord Port(String name, @Immutable int number) {}";
        String told = "is a list without keys, so nobody can tell which element was which, and the server refuses rules"
                + " inside that speak of oldSelf, such as @Immutable; use @ListType(MAP)";
        assertThat(complaints(
                        kind("List<Port> ports") + port,
                        kind("@ListType(ListType.Merge.ATOMIC) List<Port> ports") + port,
                        kind("Map<String, List<Port>> ports") + port,
                        kind("List<Host> hosts")
                                + "\nrecord Host(@ListType(value = ListType.Merge.MAP, keys = \"name\") List<Port> ports) {}"
                                + port,
                        kind("List<Port> ports")
                                + "\n@Rule(\"self.number >= oldSelf.number\") record Port(int number) {}"))
                .containsExactly(
                        "Foo.java:10: 'ports' " + told,
                        "Foo.java:10: 'ports' " + told,
                        "Foo.java:10: a value of 'ports' " + told,
                        "Foo.java:10: 'hosts' " + told,
                        "Foo.java:10: 'ports' " + told);
        String fine = kind("@ListType(value = ListType.Merge.MAP, keys = \"name\") List<Port> ports, List<Plain> plain,"
                + " @Immutable List<String> texts, Map<String, Port> byName");
        assertThat(compilation()
                        .source("com.example.Foo", HEADER + fine.replace("{}", """
                                {
                                    public record Port(String name, @Immutable int number) {}
                                    @Rule("self.boldSelf") public record Plain(boolean boldSelf) {}
                                }
                                """))
                        .compile())
                .isEmpty();
    }

    @Test
    void theStatusAndTheKindAreToldByTheirNamesInJson() throws Exception {
        String foo = HEADER + kind("@JsonName(\"status\") @Nullable String state, @JsonName(\"state\") String status");
        assertThat(compilation().source("com.example.Foo", foo).compile()).isEmpty();
        assertThat(manifest("foos.example.com")).contains("subresources:\n        status: {}\n");
        assertThat(complaints(
                        kind("@JsonName(\"status\") String state"),
                        kind("@JsonName(\"kind\") String sort"),
                        kind("@JsonName(\"sort\") String kind"),
                        KIND + "public record Foo(@JsonName(\"meta\") ObjectMeta metadata) implements FooResource {}"))
                .containsExactly(
                        "Foo.java:10: the status of a kind must be @Nullable: an object has none until it is written",
                        "Foo.java:10: the kind of an object is told by its @Kind, not by a component",
                        "Foo.java:10: the kind of an object is told by its @Kind, not by a component",
                        "Foo.java:10: a kind has metadata: Foo needs a component 'ObjectMeta metadata'");
    }

    @Test
    void namesOfAllVersionsAreInTheDefinition() throws Exception {
        assertThat(compilation()
                        .source("com.example.v1.Bar", bar("com.example.v1", "v1", ", shortNames = \"b\""))
                        .source(
                                "com.example.v2.Bar",
                                bar(
                                        "com.example.v2",
                                        "v2",
                                        ", storage = false, shortNames = {\"br\", \"b\"}, categories = \"all\""))
                        .compile())
                .isEmpty();
        assertThat(manifest("bars.example.com")).contains("""
                    shortNames:
                      - b
                      - br
                    categories:
                      - all
                """);
        assertThat(compilation()
                        .source("com.example.v1.Bar", bar("com.example.v1", "v1", ""))
                        .source(
                                "com.example.v2.Bar",
                                bar("com.example.v2", "v2", ", storage = false, singular = \"one\""))
                        .compile())
                .containsExactly(
                        "Bar.java:3: all versions of Bar must agree on the plural, the singular and whether they are"
                                + " namespaced; the other is com.example.v1.Bar");
    }

    @Test
    void aDefinitionIsInUtf8WhateverTheSourcesAreIn() throws Exception {
        assertThat(compilation()
                        .encoding("ISO-8859-1")
                        .source("com.example.Foo", HEADER + kind("@Description(\"Größe\") int size"))
                        .compile())
                .isEmpty();
        assertThat(manifest("foos.example.com")).contains("description: \"Größe\"");
    }

    @Test
    void aRecordMayHaveANameThatGeneratedSourcesUse() throws Exception {
        Compilation compilation = compilation();
        String[] names = {
            "Consumer", "List", "Map", "Resource", "ResourceType", "Frozen", "JsonWriter", "Record", "Codec", "Instant"
        };
        for (String name : names) {
            compilation.source("com.example." + name, """
                    package com.example;
                    @dev.konverge.model.annotation.Kind(group = "example.com", version = "v1")
                    public record NAME(dev.konverge.model.ObjectMeta metadata, java.util.List<Part> parts,
                            java.util.Map<String, Mode> more, Consumer.Mode mode,
                            java.time.@org.jspecify.annotations.Nullable Instant since) implements NAMEResource {
                        public record Mode(dev.konverge.model.ObjectMeta metadata) {}
                        public record Part(java.util.List<String> texts) {}
                    }
                    """.replace("NAME", name));
        }
        assertThat(compilation.compile()).isEmpty();
    }

    @Test
    void aRecordThatIsCompiledAlreadyKeepsItsMarks() throws Exception {
        String part = HEADER + """
                @Rule("self.a > 0")
                public record Part(@Minimum(1) @JsonName("a") int first, Mode mode) {
                    public enum Mode { @JsonName("up") UP }
                }
                """;
        assertThat(new Compilation(folder.resolve("before"))
                        .source("com.example.Part", part)
                        .compile())
                .isEmpty();
        assertThat(compilation()
                        .against(folder.resolve("before"))
                        .source("com.example.Foo", HEADER + kind("Part part"))
                        .compile())
                .isEmpty();
        assertThat(manifest("foos.example.com"))
                .contains("rule: \"self.a > 0\"", "- up\n", "a:\n                  type: integer", "minimum: 1");
    }

    @Test
    void aTypeOfAnotherModuleIsNoComponent() throws IOException {
        assertThat(complaints(kind("java.time.DayOfWeek day")))
                .containsExactly(
                        "Foo.java:10: 'day' is of type java.time.DayOfWeek, which is of module java.base; a codec"
                                + " can be generated only for types of the same module");
    }

    @Test
    void whatTheServerWouldRefuseInListsColumnsAndScalesIsTold() throws IOException {
        String port = "\nrecord Port(String name, List<String> tags, @Required List<String> all) {}";
        String spec = kind("Spec spec, @Nullable Spec status").replace("{}", "{ record Spec(int replicas) {} }");
        assertThat(complaints(
                        kind("@ListType(ListType.Merge.SET) List<Port> a") + port,
                        kind("@ListType(ListType.Merge.SET) List<List<String>> a"),
                        kind("@ListType(value = ListType.Merge.MAP, keys = \"all\") List<Port> a") + port,
                        kind("@ListType(value = ListType.Merge.MAP, keys = {\"name\", \"name\"}) List<Port> a") + port,
                        "@PrinterColumn(name = \"A\", jsonPath = \".a\", format = \"x\")\n" + kind("String a"),
                        "@Scale(labelSelectorPath = \".metadata.labels\")\n" + spec))
                .containsExactly(
                        "Foo.java:10: @ListType(SET) is for lists of texts, numbers and booleans, which 'a' is not",
                        "Foo.java:10: @ListType(SET) is for lists of texts, numbers and booleans, which 'a' is not",
                        "Foo.java:10: the key 'all' of 'a' must be a text, a number or a boolean",
                        "Foo.java:10: @ListType of 'a' has a key twice",
                        "Foo.java:11: the format of column \"A\" is \"x\", which no column has",
                        "Foo.java:11: the labelSelectorPath of a @Scale must begin with .spec. or .status.");
    }

    @Test
    void aDefaultThatTheServerWouldRefuseIsToldAtItsPlace() throws IOException {
        String mode = "\nenum Mode { FAST, @JsonName(\"slow-motion\") SLOW }";
        String port = "\nrecord Port(String name, @Maximum(value = 100, exclusive = true) int number) {}";
        assertThat(complaints(
                        kind("@Default(\"\\\"Fast\\\"\") Mode a") + mode,
                        kind("@OneOf({\"a\", \"c\"}) @Default(\"\\\"b\\\"\") String a"),
                        kind("@Minimum(1) @Default(\"0\") int a"),
                        kind("@Default(\"[1]\") List<String> a"),
                        kind("@Maximum(value = 1.5, exclusive = true) @Default(\"1.5\") double a"),
                        kind("@Pattern(\"^[a-z]+$\") @Default(\"\\\"a1\\\"\") String a"),
                        kind("@Size(max = 1) @Default(\"\\\"ab\\\"\") String a"),
                        kind("@Size(min = 1) @Default(\"[]\") List<String> a"),
                        kind("@OneOf(\"a\") @Default(\"[\\\"a\\\", \\\"b\\\"]\") List<String> a"),
                        kind("@Default(\"{\\\"k\\\": {\\\"l\\\": 3000000000}}\") Map<String, Map<String, Integer>> a"),
                        kind("@Default(\"[{\\\"name\\\": \\\"x\\\", \\\"number\\\": 100}]\") List<Port> a") + port,
                        kind("@Default(\"{\\\"name\\\": \\\"x\\\"}\") Port a") + port,
                        kind("@Default(\"true\") IntOrString a"),
                        kind("@Default(\"\\\"1Zi\\\"\") Quantity a")))
                .containsExactly(
                        "Foo.java:10: the @Default of 'a' is \"Fast\", and its values are FAST, slow-motion",
                        "Foo.java:10: the @Default of 'a' is \"b\", and its values are a, c",
                        "Foo.java:10: the @Default of 'a' is 0, and its minimum is 1",
                        "Foo.java:10: the @Default of 'a' is [1], and at [0] the type is string",
                        "Foo.java:10: the @Default of 'a' is 1.5, and its exclusive maximum is 1.5",
                        "Foo.java:10: the @Default of 'a' is \"a1\", and its pattern is ^[a-z]+$",
                        "Foo.java:10: the @Default of 'a' is \"ab\", and its maxLength is 1",
                        "Foo.java:10: the @Default of 'a' is [], and its minItems is 1",
                        "Foo.java:10: the @Default of 'a' is [\"a\", \"b\"], and at [1] the values are a",
                        "Foo.java:10: the @Default of 'a' is {\"k\": {\"l\": 3000000000}}, and at .k.l the type is integer",
                        "Foo.java:10: the @Default of 'a' is [{\"name\": \"x\", \"number\": 100}], and at [0].number the"
                                + " exclusive maximum is 100",
                        "Foo.java:10: the @Default of 'a' is {\"name\": \"x\"}, and its number is required",
                        "Foo.java:10: the @Default of 'a' is true, and its type is integer or string",
                        "Foo.java:10: the @Default of 'a' is \"1Zi\", and its pattern is "
                                + dev.konverge.codegen.crd.Builtins.QUANTITY_PATTERN);
    }

    @Test
    void aDefaultThatTheServerTakesIsTaken() throws IOException {
        assertThat(compilation().source("com.example.Foo", HEADER + """
                                @Kind(group = "example.com", version = "v1")
                                public record Foo(
                                        ObjectMeta metadata,
                                        @Default("\\"slow-motion\\"") Mode mode,
                                        @OneOf({"a", "b"}) @Size(min = 1, max = 2) @Default("[\\"a\\", \\"b\\"]") List<String> tags,
                                        @Minimum(1) @Maximum(9007199254740991L) @Default("9007199254740991") long most,
                                        @Minimum(value = 0, exclusive = true) @Default("1") double ratio,
                                        @Size(max = 1) @Default("\\"\\ud83d\\ude00\\"") String face,
                                        @Pattern("^[[:alpha:]]+$") @Default("\\"xyz\\"") String letters,
                                        @Default("{\\"x\\": {}}") Map<String, Part> parts,
                                        @Default("{}") Part part,
                                        @Default("{\\"any\\": [1, null]}") RawJson raw,
                                        @Default("80") IntOrString port,
                                        @Default("\\"1Gi\\"") Quantity memory) implements FooResource {
                                    public enum Mode { FAST, @JsonName("slow-motion") SLOW }
                                    public record Part(@Default("1") int number, @Nullable String name) {}
                                }
                                """).compile())
                .isEmpty();
    }

    @Test
    void twoRecordsThatWouldShareACodecAreTold() throws IOException {
        String backup = HEADER + KIND + """
                public record Backup(ObjectMeta metadata, Schedule schedule) implements BackupResource {
                    public record Schedule(String cron) {}
                }
                """;
        String schedule = HEADER + KIND
                + "public record BackupSchedule(ObjectMeta metadata, String text) implements BackupScheduleResource {}";
        assertThat(compilation()
                        .source("com.example.Backup", backup)
                        .source("com.example.BackupSchedule", schedule)
                        .compile())
                .containsExactly("BackupSchedule.java:10: BackupSchedule and Backup.Schedule would both have a"
                        + " BackupScheduleCodec; rename one of them or move it to another package");
        assertThat(compilation()
                        .source("com.example.Backup", backup)
                        .source("com.example.b.BackupSchedule", schedule.replace("com.example;", "com.example.b;"))
                        .compile())
                .isEmpty();
    }

    @Test
    void aDefinitionIsStoredInExactlyOneVersion() throws IOException {
        assertThat(compilation()
                        .source("com.example.v1.Bar", bar("com.example.v1", "v1", ""))
                        .source("com.example.v2.Bar", bar("com.example.v2", "v2", ""))
                        .compile())
                .containsExactly("Bar.java:3: of the versions of Bar exactly one must have storage = true; 2 have");
    }
}
