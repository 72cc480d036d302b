package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading of YAML: the same as kubectl's. */
class YamlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "yes|true",
                "Yes|true",
                "YES|true",
                "y|true",
                "Y|true",
                "on|true",
                "On|true",
                "true|true",
                "TRUE|true",
                "no|false",
                "n|false",
                "off|false",
                "OFF|false",
                "False|false",
                "tRue|\"tRue\"",
                "yEs|\"yEs\"",
                "null|null",
                "Null|null",
                "NULL|null",
                "~|null",
                "``|null",
                "nUll|\"nUll\"",
                "0|0",
                "12|12",
                "+12|12",
                "-12|-12",
                "0755|493",
                "0o755|493",
                "0O755|493",
                "-0755|-493",
                "0x1F|31",
                "0X1f|31",
                "-0x1F|-31",
                "0b101|5",
                "1_000|1000",
                "0x_1F|31",
                "08|8",
                "09|9",
                "00|0",
                "-0|0",
                "0b2|\"0b2\"",
                "0xG|\"0xG\"",
                "0x|\"0x\"",
                "0o8|\"0o8\"",
                "_1|\"_1\"",
                "9223372036854775807|9223372036854775807",
                "-9223372036854775808|-9223372036854775808",
                "18446744073709551615|18446744073709551615",
                "123456789012345678901234567890|1.2345678901234568e29",
                "0x1FFFFFFFFFFFFFFFF|\"0x1FFFFFFFFFFFFFFFF\"",
                "0xFFFFFFFFFFFFFFFF|18446744073709551615",
                "1٣|\"1٣\"",
                "1.5|1.5",
                "1.0|1",
                ".5|0.5",
                "5.|5",
                "-.5|-0.5",
                "1e3|1000",
                "1E3|1000",
                "1.e3|1000",
                "1e+3|1000",
                "1_0.5|10.5",
                "1e400|\"1e400\"",
                "1e|\"1e\"",
                ".|\".\"",
                "1.2.3|\"1.2.3\"",
                "1:30|\"1:30\"",
                "12:30:45|\"12:30:45\"",
                "2020-01-02|\"2020-01-02\"",
                "2020-01-02T03:04:05Z|\"2020-01-02T03:04:05Z\"",
                "10.0.0.1|\"10.0.0.1\"",
                "100m|\"100m\"",
                "1Gi|\"1Gi\"",
                "NaN|\"NaN\"",
                "inf|\"inf\"",
                ".iNf|\".iNf\"",
                "=|\"=\"",
                "<<|\"<<\"",
                "1,000|\"1,000\"",
                "'yes'|\"yes\"",
                "\"1\"|\"1\"",
                "'it''s'|\"it's\"",
                "\"a\\tb\"|\"a\\tb\"",
                "!!str 1|\"1\"",
                "!!str yes|\"yes\"",
                "!!str|\"\"",
                "! 1|\"1\"",
                "!!int '1'|1",
                "!!int 0x1F|31",
                "!!float 1|1",
                "!!float '1.5'|1.5",
                "!!bool 'yes'|true",
                "!!null ''|null",
                "!!timestamp 2020-01-02|\"2020-01-02\"",
                "!!binary aGVsbG8=|\"hello\"",
                "!<tag:yaml.org,2002:str> 1|\"1\""
            })
    void aScalarIsWhatKubernetesTakesItFor(String scalar, String json) {
        assertThat(Yaml.parse("a: " + scalar)).isEqualTo(Json.parse("{\"a\":" + json + "}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1: a|{\"1\":\"a\"}",
                "1.5: a|{\"1.5\":\"a\"}",
                "true: a|{\"true\":\"a\"}",
                "yes: a|{\"true\":\"a\"}",
                "0755: a|{\"493\":\"a\"}",
                "1e3: a|{\"1000\":\"a\"}",
                "2020-01-01: a|{\"2020-01-01\":\"a\"}",
                "!!str 1: a|{\"1\":\"a\"}",
                "'<<': {a: 1}|{\"<<\":{\"a\":1}}",
                "? a|{\"a\":null}"
            })
    void aKeyThatIsNotAStringBecomesOne(String yaml, String json) {
        assertThat(Yaml.parse(yaml)).isEqualTo(Json.parse(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{a: 1, b: [x, z]}|{\"a\":1,\"b\":[\"x\",\"z\"]}",
                "[1, 2,]|[1,2]",
                "{a}|{\"a\":null}",
                "[]|[]",
                "{}|{}",
                "- a|[\"a\"]",
                "word|\"word\""
            })
    void flowAndBlockCollectionsAreRead(String yaml, String json) {
        assertThat(Yaml.parse(yaml)).isEqualTo(Json.parse(json));
    }

    @Test
    void blockTextsAreRead() {
        assertThat(Yaml.parse("a: |\n  x\n   y\nb: >-\n  x\n  y\nc: |+\n  x\n\n"))
                .isEqualTo(Json.parse("{\"a\":\"x\\n y\\n\",\"b\":\"x y\",\"c\":\"x\\n\\n\"}"));
    }

    @Test
    void anAliasStandsForItsAnchorAndMergesGiveWayToOwnFields() {
        assertThat(Yaml.parse("a: &x {b: 1, c: 2}\nd: *x\ne:\n  <<: *x\n  c: 3\nf: {<<: [{g: 1}, {g: 2, h: 3}]}\n"))
                .isEqualTo(Json.parse("""
                        {"a":{"b":1,"c":2},"d":{"b":1,"c":2},"e":{"c":3,"b":1},"f":{"g":1,"h":3}}
                        """));
        assertThat(Yaml.parse("&k a: 1\nb: *k\n")).isEqualTo(Json.parse("{\"a\":1,\"b\":\"a\"}"));
        assertThat(Yaml.parse("a: &x k\n*x : 1\n")).isEqualTo(Json.parse("{\"a\":\"k\",\"k\":1}"));
    }

    @Test
    void documentsAreSeparatedAndEmptyOnesLeftOut() {
        String text = "---\n---\na: 1\n---\n# nothing\n---\nb: 2\n...\n---\nnull\n";
        assertThat(Yaml.parseAll(text)).containsExactly(Json.parse("{\"a\":1}"), Json.parse("{\"b\":2}"));
        assertThat(Yaml.parseAll("")).isEmpty();
        assertThat(Yaml.parseAll("# only a comment\n")).isEmpty();
    }

    @Test
    void theFormOfOneDocumentRefusesNoneAndSeveral() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse("---\n"))
                .withMessageContaining("found none");
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse("a: 1\n---\nb: 2\n"))
                .withMessageContaining("found 2");
    }

    @Test
    void anchorsEndWithTheirDocument() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll("a: &x 1\n---\nb: *x\n"))
                .withMessageStartingWith("document 2, line 3, column 4:");
    }

    @Test
    void aByteOrderMarkIsPassedOver() {
        assertThat(Yaml.parse("\ufeffa: 1\n")).isEqualTo(Json.parse("{\"a\":1}"));
    }

    private static Stream<Arguments> wrongInputs() {
        return Stream.of(
                // Not YAML at all.
                Arguments.of("a: [1, 2", 1, 9),
                Arguments.of("a: 'x", 1, 6),
                Arguments.of("a: b: c", 1, 5),
                Arguments.of("a: @x", 1, 4),
                Arguments.of("\ta: 1", 1, 1),
                Arguments.of("a: 1\n b: 2", 2, 3),
                Arguments.of("a: \"\\ud800\"", 1, 4),
                // Aliases.
                Arguments.of("a: *x", 1, 4),
                Arguments.of("a: &x [*x]", 1, 8),
                Arguments.of("<<: 1", 1, 5),
                Arguments.of("<<: [1]", 1, 5),
                // Keys.
                Arguments.of("a: 1\nb: 2\na: 3", 3, 1),
                Arguments.of("'1': 1\n1: 2", 2, 1),
                Arguments.of("b:\n  null: 1", 2, 3),
                Arguments.of("? [a]\n: b", 1, 3),
                Arguments.of("? {a: 1}\n: b", 1, 3),
                // Numbers that JSON does not have.
                Arguments.of("a: .inf", 1, 4),
                Arguments.of("a: .NaN", 1, 4),
                Arguments.of("a: -.INF", 1, 4),
                // Tags.
                Arguments.of("a: !custom x", 1, 4),
                Arguments.of("a: !custom {b: 1}", 1, 4),
                Arguments.of("a: !!set {b}", 1, 4),
                Arguments.of("a: !!int x", 1, 4),
                Arguments.of("a: !!int 1.5", 1, 4),
                Arguments.of("a: !!bool 1", 1, 4),
                Arguments.of("a: !!null x", 1, 4),
                Arguments.of("a: !!str [1]", 1, 4),
                Arguments.of("a: !!binary '!!'", 1, 4));
    }

    @ParameterizedTest
    @MethodSource("wrongInputs")
    void wrongInputIsRefusedWithLineAndColumn(String yaml, int line, int column) {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse(yaml))
                .withMessageStartingWith("document 1, line " + line + ", column " + column + ": ")
                .satisfies(e -> {
                    assertThat(e.document()).isEqualTo(1);
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                    assertThat(e.reason()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: \u0007", "a: b\u0000c", "k: v\na: \ufffe"})
    void aCharacterThatYamlDoesNotAllowIsRefused(String yaml) {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse(yaml))
                .satisfies(e -> assertThat(e.line()).isEqualTo(yaml.startsWith("k") ? 2 : 1));
    }

    @Test
    void messagesDoNotRepeatValues() {
        for (String yaml : List.of(
                "password: 'hunter2",
                "password: !x hunter2",
                "password: hunter2: x",
                "a: hunter2\n\thunter2",
                "a: \"\\hunter2\"")) {
            assertThatExceptionOfType(YamlException.class)
                    .isThrownBy(() -> Yaml.parse(yaml))
                    .satisfies(e -> assertThat(e).hasMessageNotContaining("hunter2"));
        }
    }

    @Test
    void aTypedObjectIsReadAndAWrongFieldIsFoundInTheText() {
        String text = "type: Ready\nstatus: 'True'\n---\ntype: Ready\nmessage:\n- no text\n";
        assertThat(Yaml.read("type: Ready\nstatus: 'True'\n", Condition.CODEC))
                .isEqualTo(Condition.builder().type("Ready").status("True").build());
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.readAll(text, Condition.CODEC))
                .satisfies(e -> assertThat(List.of(e.document(), e.line(), e.column()))
                        .as(e.getMessage())
                        .containsExactly(2, 6, 1))
                .withMessageContaining("$.message");
    }

    @Test
    void aMergedFieldThatIsWrongIsFoundNearby() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.read("\n<<: {type: [1]}\n", Condition.CODEC))
                .satisfies(e -> assertThat(e.line()).isEqualTo(2));
    }

    @Test
    void objectsOfAnyKindAreReadAsTrees() {
        List<Unstructured> objects = Yaml.readAll(
                "apiVersion: v1\nkind: A\nmetadata: {name: a}\n---\nkind: B\nspec: {x: 1}\n", Unstructured.CODEC);
        assertThat(objects).extracting(Unstructured::kind).containsExactly("A", "B");
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.readAll("- a\n", Unstructured.CODEC))
                .withMessageContaining("expected an object");
    }
}
