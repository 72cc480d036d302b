package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {
    @Test
    void anObjectIsWrittenInBlocksInItsOrder() {
        Json value = Json.parse("""
                {"spec":{"b":[1,{"x":true,"z":[]},[2]],"a":{}},"text":"one\\ntwo\\n","none":null}
                """);
        assertThat(Yaml.write(value)).isEqualTo("""
                        spec:
                          b:
                          - 1
                          - x: true
                            z: []
                          - - 2
                          a: {}
                        text: |
                          one
                          two
                        none: null
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yes",
                "No",
                "y",
                "on",
                "OFF",
                "true",
                "null",
                "~",
                "",
                "1",
                "0755",
                "0o17",
                "0x1F",
                "1_000",
                "1.5",
                "1e3",
                ".inf",
                ".NaN",
                "+1",
                "-.5",
                "5.",
                "1:30",
                "12:30:45",
                "2020-01-01",
                "2020-1-1 extra",
                "2020-01-01T00:00:00Z",
                "<<",
                "=",
                "08",
                "123456789012345678901234567890"
            })
    void aStringThatSomeReaderTakesForSomethingElseIsQuoted(String text) {
        assertThat(Yaml.write(new Json.Arr(List.of(Json.of(text))))).isEqualTo("- \"" + text + "\"\n");
        assertThat(Yaml.write(new Json.Obj(Map.of(text, Json.of(1))))).contains("\"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"web", "100m", "1Gi", "10.0.0.1", "v1.2.3", "a/b:c", "nginx:1.25", "x=y", "yess", "é", "1,5"})
    void aStringThatNobodyTakesForSomethingElseIsPlain(String text) {
        assertThat(Yaml.write(Json.of(text))).isEqualTo(text + "\n");
    }

    private static Stream<Arguments> textsOfSeveralLines() {
        return Stream.of(
                Arguments.of("a\nb", "a: |-\n  a\n  b\n"),
                Arguments.of("a\nb\n", "a: |\n  a\n  b\n"),
                Arguments.of("a\n\n  b\n\n", "a: |+\n  a\n\n    b\n\n"));
    }

    @ParameterizedTest
    @MethodSource("textsOfSeveralLines")
    void aTextOfSeveralLinesIsWrittenInLines(String text, String yaml) {
        Json value = new Json.Obj(Map.of("a", Json.of(text)));
        assertThat(Yaml.write(value)).isEqualTo(yaml);
        assertThat(Yaml.parse(yaml)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a\nb", "a \nb", "a\nb ", "\na", "a\n\tb\u0007", "a\r\nb", "a\u0085b", "a\u2028b", "\n"})
    void aTextWithBlanksOneCannotSeeIsQuoted(String text) {
        assertThat(Yaml.write(Json.of(text))).startsWith("\"").doesNotContain("\r", "\u0085", "\u2028");
    }

    @Test
    void severalObjectsAreSeparated() {
        Unstructured a = Yaml.read("kind: A\nmetadata: {name: a}\napiVersion: v1\n", Unstructured.CODEC);
        assertThat(Yaml.writeAll(List.of(a, a))).isEqualTo("""
                        ---
                        apiVersion: v1
                        kind: A
                        metadata:
                          name: a
                        ---
                        apiVersion: v1
                        kind: A
                        metadata:
                          name: a
                        """);
        assertThat(Yaml.readAll(Yaml.writeAll(List.of(a, a)), Unstructured.CODEC))
                .containsExactly(a, a);
        assertThat(Yaml.write(a)).startsWith("apiVersion: v1\nkind: A\n");
    }

    private static final String ALPHABET = "ab1 :#-\n\t'\"\\,[]{}&*!|>%@`?.=~é\u0085\u2028\ufeff \n0";

    private static String text(Random random) {
        if (random.nextInt(4) == 0) {
            String[] odd = {
                "yes",
                "null",
                "1e3",
                "- a",
                "a: b",
                "a #b",
                "---",
                "...",
                "a\n---\nb",
                "\ud83d\ude00",
                "\u0000",
                "\u007f",
                "? a",
                "\ud83d\ude00\u2029",
                "x".repeat(300),
                "x ".repeat(200),
                "key: |\n  x",
                "\ufffe",
                "a\\b",
                "%a",
                "\t"
            };
            return odd[random.nextInt(odd.length)];
        }
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(12); n > 0; n--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static Json value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 8)) {
            case 0, 1 -> Json.of(text(random));
            case 2 -> Json.of(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(100));
            case 3 -> random.nextBoolean() ? Json.of(random.nextBoolean()) : Json.Null.INSTANCE;
            case 4 -> Json.of(random.nextGaussian() * (random.nextBoolean() ? 1 : 1e100));
            case 5 -> {
                List<Json> items = new ArrayList<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    items.add(value(random, depth + 1));
                }
                yield new Json.Arr(items);
            }
            default -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                for (int n = random.nextInt(4); n > 0; n--) {
                    fields.put(text(random), value(random, depth + 1));
                }
                yield new Json.Obj(fields);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverIsWrittenIsReadBackEqual(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            Map<String, Json> fields = new LinkedHashMap<>();
            fields.put(text(random), value(random, 0));
            Json value = new Json.Obj(fields);
            String yaml = Yaml.write(value);
            assertThat(Yaml.parse(yaml)).as("seed %d:%n%s", seed, yaml).isEqualTo(value);
        }
    }
}
