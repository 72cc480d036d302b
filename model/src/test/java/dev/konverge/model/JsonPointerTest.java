package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6901. */
class JsonPointerTest {
    private static final Json DOCUMENT = Json.parse("""
            {"a": {"b": [10, {"c": true}], "": 1, "x/y": 2, "m~n": 3, "~1": 4}, "n": null}
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a/b/0|10",
                "/a/b/1/c|true",
                "/a/|1",
                "/a/x~1y|2",
                "/a/m~0n|3",
                "/a/~01|4",
                "/n|null",
                "/a/b|[10,{\"c\":true}]"
            })
    void aPointerLeadsToAValue(String text, String value) {
        JsonPointer pointer = JsonPointer.parse(text);
        assertThat(pointer.find(DOCUMENT)).contains(Json.parse(value));
        assertThat(pointer).hasToString(text);
    }

    @Test
    void theEmptyPointerIsTheWholeDocument() {
        assertThat(JsonPointer.parse("")).isEqualTo(JsonPointer.ROOT);
        assertThat(JsonPointer.ROOT.find(DOCUMENT)).contains(DOCUMENT);
        assertThat(JsonPointer.ROOT).hasToString("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/x",
                "/a/b/2",
                "/a/b/-",
                "/a/b/00",
                "/a/b/01",
                "/a/b/+1",
                "/a/b/-1",
                "/a/b/x",
                "/a/b/",
                "/a/b/0/x",
                "/n/x",
                "/a/b/9999999999",
                "/a/b/١"
            })
    void aPointerMayLeadNowhere(String text) {
        assertThat(JsonPointer.parse(text).find(DOCUMENT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a, 0", "a/b, 0", "/~, 2", "/a~2, 3", "/~a, 2", "/a/b~, 5"})
    void aTextThatIsNotAPointerIsRefusedWithItsPosition(String text, int position) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonPointer.parse(text))
                .withMessageEndingWith("at position " + position);
    }

    @Test
    void tokensAreTakenAsTheyAre() {
        assertThat(JsonPointer.of("metadata", "labels", "a.b/c~d")).hasToString("/metadata/labels/a.b~1c~0d");
        assertThat(JsonPointer.ROOT.child("a").child(3)).isEqualTo(JsonPointer.parse("/a/3"));
    }

    @Test
    void aPlaceContainsItselfAndWhatIsInsideIt() {
        JsonPointer a = JsonPointer.parse("/a");
        assertThat(a.contains(a)).isTrue();
        assertThat(a.contains(JsonPointer.parse("/a/b"))).isTrue();
        assertThat(a.contains(JsonPointer.parse("/ab"))).isFalse();
        assertThat(JsonPointer.parse("/a/b").contains(a)).isFalse();
        assertThat(JsonPointer.ROOT.contains(a)).isTrue();
    }
}
