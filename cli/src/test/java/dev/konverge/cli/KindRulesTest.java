package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.processor.KindProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler says of rules in CEL, whose meaning only the server knows. */
class KindRulesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private KindSources sources() {
        return new KindSources(new Compilation(folder).processor(new KindProcessor()));
    }

    /** A rule on a record with a number, a map, a list of records and whatever else. */
    private static String onSpec(String rule) {
        return KindSources.kind("Spec spec").replace("{}", """
                {
                    @Rule(%s)
                    public record Spec(int replicas, Map<String, String> labels, List<Port> ports, RawJson open, Port port) {}
                    public record Port(String name, @JsonName("the.number") int number) {}
                }
                """.formatted(rule));
    }

    @Test
    void theFieldThatARuleBlamesIsOneThatTheServerFinds() throws IOException {
        assertThat(sources()
                        .complaints(
                                onSpec("value = \"true\", fieldPath = \".replicsa\""),
                                onSpec("value = \"true\", fieldPath = \"replicas\""),
                                onSpec("value = \"true\", fieldPath = \".ports[0].name\""),
                                onSpec("value = \"true\", fieldPath = \".ports.name\""),
                                onSpec("value = \"true\", fieldPath = \".open.any\""),
                                onSpec("value = \"true\", fieldPath = \".port.port\""),
                                onSpec("value = \"true\", fieldPath = \".spec.replicas\""),
                                "@Rule(value = \"true\", fieldPath = \".metadata.name\")\n"
                                        + KindSources.kind("String a"),
                                KindSources.kind("@Rule(value = \"true\", fieldPath = \".a\") String a")))
                .containsExactly(
                        "Foo.java:12: the fieldPath .replicsa of a @Rule leads nowhere: there is no .replicsa",
                        "Foo.java:12: the fieldPath replicas of a @Rule leads nowhere: at 'replicas' a step must be .name or"
                                + " ['name'], without elements of lists",
                        "Foo.java:12: the fieldPath .ports[0].name of a @Rule leads nowhere: at '[0].name' a step must be"
                                + " .name or ['name'], without elements of lists",
                        "Foo.java:12: the fieldPath .ports.name of a @Rule leads nowhere: there is no .ports.name",
                        "Foo.java:12: the fieldPath .open.any of a @Rule leads nowhere: there is no .open.any",
                        "Foo.java:12: the fieldPath .port.port of a @Rule leads nowhere: there is no .port.port",
                        "Foo.java:12: the fieldPath .spec.replicas of a @Rule leads nowhere: there is no .spec",
                        "Foo.java:11: the fieldPath .metadata.name of a @Rule leads nowhere: there is no .metadata.name",
                        "Foo.java:10: the fieldPath .a of a @Rule leads nowhere: there is no .a");
    }

    @Test
    void bracketsAndTextsOfARuleAreClosed() throws IOException {
        assertThat(sources()
                        .complaints(
                                onSpec("\"self.ports.all(p, p.name != ''\""),
                                onSpec("\"self.replicas > 0)\""),
                                onSpec("\"[self.replicas}.size() > 0\""),
                                onSpec("\"self.port.name != 'a\""),
                                onSpec("value = \"true\", messageExpression = \"'is ' + string(self.replicas\"")))
                .containsExactly(
                        "Foo.java:12: a @Rule has a ( that is never closed: self.ports.all(p, p.name != ''",
                        "Foo.java:12: a @Rule has a ) without a ( before it: self.replicas > 0)",
                        "Foo.java:12: a @Rule has a } where [ is open: [self.replicas}.size() > 0",
                        "Foo.java:12: a @Rule has a text that begins with ' and does not end: self.port.name != 'a",
                        "Foo.java:12: the messageExpression of a @Rule has a ( that is never closed: 'is ' +"
                                + " string(self.replicas");
    }

    @Test
    void whatTheServerRefusesInTheRestOfARuleIsTold() throws IOException {
        assertThat(sources()
                        .complaints(
                                onSpec("value = \"true\", message = \" \""),
                                onSpec("value = \"true\", message = \"a\\nb\""),
                                onSpec("value = \"true\\n&& true\""),
                                onSpec("value = \"true\", messageExpression = \" \""),
                                onSpec("value = \"self.replicas > 0\", optionalOldSelf = true")))
                .containsExactly(
                        "Foo.java:12: the message of a @Rule is blank",
                        "Foo.java:12: the message of a @Rule has a line break, which the server refuses",
                        "Foo.java:12: a @Rule of several lines needs a message: without one the server tells the"
                                + " rule, and in one line",
                        "Foo.java:12: the messageExpression of a @Rule is blank",
                        "Foo.java:12: a @Rule with optionalOldSelf does not speak of oldSelf, so there is nothing optional"
                                + " in it");
    }

    @Test
    void aRuleThatTheServerTakesIsTaken() throws IOException {
        String rules = """
                value = "self.port.name.matches(r'[(\\\\') // (\\n && \\"it's (\\" != '\\\\'(' && '''a'(''' != ''", message = "odd",
                    fieldPath = ".port['the.number']")
                    @Rule(value = "true", fieldPath = ".labels['app/x']")
                    @Rule(value = "true", fieldPath = ".ports")
                    @Rule(value = "oldSelf.orValue(self).replicas <= self.replicas", optionalOldSelf = true""";
        assertThat(sources().complaints(onSpec(rules))).isEmpty();
        assertThat(Files.readString(folder.resolve("META-INF/konverge/crds/foos.example.com.yaml")))
                .contains("fieldPath: \".port['the.number']\"")
                .contains("""
                                        - rule: "oldSelf.orValue(self).replicas <= self.replicas"
                                          optionalOldSelf: true
                        """);
    }
}
