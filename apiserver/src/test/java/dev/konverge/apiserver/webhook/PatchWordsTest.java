package dev.konverge.apiserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Q2: why the patch of a webhook does not fit, in the words of the library that a real server uses. */
class PatchWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{\"op\":\"replace\",\"path\":\"/foo/bar\",\"value\":1}] | replace operation does not apply: doc is missing path: /foo/bar: missing value",
                "[{\"op\":\"add\",\"path\":\"/foo/bar\",\"value\":1}] | add operation does not apply: doc is missing path: \"/foo/bar\": missing value",
                "[{\"op\":\"add\",\"path\":\"/b\",\"value\":2},{\"op\":\"test\",\"path\":\"/b\",\"value\":3}] | testing value /b failed: test failed",
            })
    void theFirstOperationThatDoesNotFitIsNamed(String patch, String words) {
        assertThat(PatchWords.of((Json.Obj) Json.parse("{\"a\":{\"x\":1}}"), (Json.Arr) Json.parse(patch)))
                .isEqualTo(words);
    }
}
