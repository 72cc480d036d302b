package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.processor.KindProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks on the types within the type of a component: on elements of lists and values of maps. */
class MarkedElementsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private List<String> complaints(String... records) throws IOException {
        return new KindSources(new Compilation(folder).processor(new KindProcessor())).complaints(records);
    }

    private String manifest() throws IOException {
        return Files.readString(folder.resolve("META-INF/konverge/crds/foos.example.com.yaml"));
    }

    private static final String EACH = """
            @Kind(group = "example.com", version = "v1")
            public record Foo(
                    ObjectMeta metadata,
                    @Size(max = 5) List<@Size(max = 63) @Pattern("^[a-z]+$") String> names,
                    Map<String, @Size(min = 1) @Format("uri") String> links,
                    List<@Size(max = 3) List<@Minimum(0) @MultipleOf(0.5) Double>> matrix,
                    Map<String, @ListType(ListType.Merge.SET) List<@OneOf({"a", "b"}) String>> sets,
                    List<@EmbeddedResource RawJson> manifests,
                    @ListType(value = ListType.Merge.MAP, keys = "name") List<@Rule("self.name != ''") @Rule("self.name != 'x'") @MapType(MapType.Merge.ATOMIC) Part> parts,
                    @MapType(MapType.Merge.ATOMIC) Map<String, @PreserveUnknownFields Part> whole,
                    @Nullable Part part,
                    @Nullable @MultipleOf(4) Integer steps,
                    @Nullable Closed closed) implements FooResource {
                public record Part(String name) {}
                @MapType(MapType.Merge.ATOMIC)
                public record Closed(String name) {}
            }
            """;

    private static final String MANIFEST = """
                    names:
                      type: array
                      items:
                        type: string
                        pattern: "^[a-z]+$"
                        maxLength: 63
                      maxItems: 5
                    links:
                      type: object
                      additionalProperties:
                        type: string
                        format: uri
                        minLength: 1
                    matrix:
                      type: array
                      items:
                        type: array
                        items:
                          type: number
                          format: double
                          minimum: 0
                          multipleOf: 0.5
                        maxItems: 3
                    sets:
                      type: object
                      additionalProperties:
                        type: array
                        items:
                          type: string
                          enum:
                            - a
                            - b
                        x-kubernetes-list-type: set
                    manifests:
                      type: array
                      items:
                        x-kubernetes-preserve-unknown-fields: true
                        type: object
                        x-kubernetes-embedded-resource: true
                    parts:
                      type: array
                      items:
                        type: object
                        properties:
                          name:
                            type: string
                        required:
                          - name
                        x-kubernetes-map-type: atomic
                        x-kubernetes-validations:
                          - rule: "self.name != ''"
                          - rule: "self.name != 'x'"
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys:
                        - name
                    whole:
                      type: object
                      additionalProperties:
                        type: object
                        properties:
                          name:
                            type: string
                        required:
                          - name
                        x-kubernetes-preserve-unknown-fields: true
                      x-kubernetes-map-type: atomic
                    part:
                      type: object
                      properties:
                        name:
                          type: string
                      required:
                        - name
                    steps:
                      type: integer
                      format: int32
                      multipleOf: 4
                    closed:
                      type: object
                      properties:
                        name:
                          type: string
                      required:
                        - name
                      x-kubernetes-map-type: atomic
        """;

    @Test
    void elementsAndValuesAreHeldToTheirMarks() throws IOException {
        assertThat(complaints(EACH)).isEmpty();
        assertThat(manifest()).endsWith(MANIFEST);
    }

    @Test
    void whatDoesNotGoWithAnElementIsToldWithItsPlace() throws IOException {
        assertThat(complaints(
                        KindSources.kind("List<@Minimum(1) String> a"),
                        KindSources.kind("Map<String, @Pattern(\"(\") String> a"),
                        KindSources.kind("Map<String, List<@Format(\"emial\") String>> a"),
                        KindSources.kind("Map<@Size(max = 63) String, String> a"),
                        KindSources.kind("@OneOf(\"a\") List<@OneOf(\"b\") String> a"),
                        KindSources.kind("List<@Rule(\"self == oldSelf\") String> a"),
                        KindSources.kind("List<java.util.@Size(max = 2) Date> a"),
                        KindSources.kind("@Default(\"[\\\"a\\\", \\\"bcd\\\"]\") List<@Size(max = 2) String> a"),
                        KindSources.kind("@MultipleOf(0) int a"),
                        KindSources.kind("@MultipleOf(2) String a"),
                        KindSources.kind("@MultipleOf(0.1) @Default(\"0.25\") double a"),
                        KindSources.kind("@MapType(MapType.Merge.ATOMIC) List<String> a"),
                        "@Size(max = 1)\n" + KindSources.kind("String a"),
                        KindSources.kind("In a").replace("{}", "{ @MultipleOf(2) record In(int a) {} }")))
                .containsExactly(
                        "Foo.java:10: @Minimum is for numbers, which an element of 'a' is not",
                        "Foo.java:10: the @Pattern of a value of 'a' is no regular expression: Unclosed group",
                        "Foo.java:10: the @Format of an element of a value of 'a' is \"emial\", which the server does not"
                                + " know and would ignore; did you mean \"email\"?",
                        "Foo.java:10: the keys of 'a' take no @Size: definitions say nothing of keys; a @Rule can, such as"
                                + " self.all(key, key.size() <= 63)",
                        "Foo.java:10: 'a' has a @OneOf for its elements, and they have one of their own",
                        "Foo.java:10: 'a' is a list without keys, so nobody can tell which element was which, and the"
                                + " server refuses rules inside that speak of oldSelf, such as @Immutable; use"
                                + " @ListType(MAP)",
                        "Foo.java:10: an element of 'a' is of type java.util.Date; a component can be: String, boolean,"
                                + " int, long, double and their boxes, Instant, Duration, Bytes, Quantity, IntOrString, RawJson,"
                                + " enums, records, types of the model, List<…> and Map<String, …>",
                        "Foo.java:10: the @Default of 'a' is [\"a\", \"bcd\"], and at [1] the maxLength is 2",
                        "Foo.java:10: the @MultipleOf of 'a' is 0.0, and must be more than zero",
                        "Foo.java:10: @MultipleOf is for numbers, which 'a' is not",
                        "Foo.java:10: the @Default of 'a' is 0.25, and its step is 0.1",
                        "Foo.java:10: @MapType is for records and maps, which 'a' is not",
                        "Foo.java:11: @Size is for components and what is in them, not for a record",
                        "Foo.java:10: @MultipleOf is for components and what is in them, not for a record");
    }

    @Test
    void aRecordThatIsCompiledAlreadyKeepsTheMarksOfItsElements() throws Exception {
        String part = KindSources.HEADER + "public record Part(List<@Size(max = 7) String> names) {}";
        Path before = folder.resolve("before");
        assertThat(new Compilation(before).source("com.example.Part", part).compile())
                .isEmpty();
        assertThat(new Compilation(folder)
                        .processor(new KindProcessor())
                        .against(before)
                        .source("com.example.Foo", KindSources.HEADER + KindSources.kind("Part part"))
                        .compile())
                .isEmpty();
        assertThat(manifest()).contains("maxLength: 7");
    }
}
