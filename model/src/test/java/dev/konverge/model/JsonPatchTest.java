package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6902. */
class JsonPatchTest {
    private static Json apply(String document, String patch) {
        return JsonPatch.parse(Json.parse(patch.replace('\'', '"'))).apply(Json.parse(document.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':1}|[{'op':'add','path':'/b','value':2}]|{'a':1,'b':2}",
                "{'a':1}|[{'op':'add','path':'/a','value':2}]|{'a':2}",
                "{'a':[1,3]}|[{'op':'add','path':'/a/1','value':2}]|{'a':[1,2,3]}",
                "{'a':[1]}|[{'op':'add','path':'/a/0','value':0}]|{'a':[0,1]}",
                "{'a':[1]}|[{'op':'add','path':'/a/1','value':2}]|{'a':[1,2]}",
                "{'a':[1]}|[{'op':'add','path':'/a/-','value':[2]}]|{'a':[1,[2]]}",
                "{'a':1}|[{'op':'add','path':'','value':[7]}]|[7]",
                "{'a':{}}|[{'op':'add','path':'/a/b','value':null}]|{'a':{'b':null}}",
                "{}|[{'op':'add','path':'/','value':1}]|{'':1}",
                "{'a':1,'b':2}|[{'op':'remove','path':'/a'}]|{'b':2}",
                "{'a':[1,2,3]}|[{'op':'remove','path':'/a/1'}]|{'a':[1,3]}",
                "{'a':{'b':{'c':1}}}|[{'op':'remove','path':'/a/b/c'}]|{'a':{'b':{}}}",
                "{'a':1}|[{'op':'replace','path':'/a','value':{'b':2}}]|{'a':{'b':2}}",
                "{'a':[1,2]}|[{'op':'replace','path':'/a/0','value':9}]|{'a':[9,2]}",
                "{'a':1}|[{'op':'replace','path':'','value':null}]|null",
                "{'a':null}|[{'op':'replace','path':'/a','value':1}]|{'a':1}",
                "{'a':{'b':1},'c':{}}|[{'op':'move','from':'/a/b','path':'/c/d'}]|{'a':{},'c':{'d':1}}",
                "{'a':[1,2,3]}|[{'op':'move','from':'/a/0','path':'/a/2'}]|{'a':[2,3,1]}",
                "{'a':[1,2,3]}|[{'op':'move','from':'/a/0','path':'/a/-'}]|{'a':[2,3,1]}",
                "{'a':1}|[{'op':'move','from':'/a','path':'/a'}]|{'a':1}",
                "{'a':{'b':1}}|[{'op':'move','from':'/a/b','path':'/a'}]|{'a':1}",
                "{'a':1}|[{'op':'copy','from':'/a','path':'/b'}]|{'a':1,'b':1}",
                "{'a':[1]}|[{'op':'copy','from':'/a','path':'/a/-'}]|{'a':[1,[1]]}",
                "{'a':1}|[{'op':'copy','from':'','path':'/b'}]|{'a':1,'b':{'a':1}}",
                "{'a':1}|[{'op':'test','path':'/a','value':1}]|{'a':1}",
                "{'a':1}|[{'op':'test','path':'/a','value':1.0}]|{'a':1}",
                "{'a':{'b':1,'c':2}}|[{'op':'test','path':'/a','value':{'c':2,'b':1}}]|{'a':{'b':1,'c':2}}",
                "{'a':null}|[{'op':'test','path':'/a','value':null}]|{'a':null}",
                "{'x/y':1,'m~n':2}|[{'op':'remove','path':'/x~1y'},{'op':'test','path':'/m~0n','value':2}]|{'m~n':2}",
                "{'a':1}|[]|{'a':1}",
                "{'a':1}|[{'op':'add','path':'/b','value':1,'extra':true}]|{'a':1,'b':1}"
            })
    void operationsAreCarriedOut(String document, String patch, String expected) {
        assertThat(apply(document, patch)).isEqualTo(Json.parse(expected.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':1}|[{'op':'add','path':'/b/c','value':2}]",
                "{'a':1}|[{'op':'add','path':'/a/b','value':2}]",
                "{'a':[1]}|[{'op':'add','path':'/a/2','value':2}]",
                "{'a':[1]}|[{'op':'add','path':'/a/x','value':2}]",
                "{'a':[1]}|[{'op':'add','path':'/a/01','value':2}]",
                "{'a':[1]}|[{'op':'add','path':'/a/-1','value':2}]",
                "{'a':[1]}|[{'op':'add','path':'/a/-/b','value':2}]",
                "{'a':1}|[{'op':'remove','path':'/b'}]",
                "{'a':1}|[{'op':'remove','path':''}]",
                "{'a':[1]}|[{'op':'remove','path':'/a/1'}]",
                "{'a':[1]}|[{'op':'remove','path':'/a/-'}]",
                "{'a':1}|[{'op':'replace','path':'/b','value':1}]",
                "{'a':[1]}|[{'op':'replace','path':'/a/1','value':1}]",
                "{'a':1}|[{'op':'move','from':'/b','path':'/c'}]",
                "{'a':{'b':{}}}|[{'op':'move','from':'/a','path':'/a/b/c'}]",
                "{'a':1}|[{'op':'move','from':'','path':'/a'}]",
                "{'a':1}|[{'op':'copy','from':'/b','path':'/c'}]",
                "{'a':1}|[{'op':'test','path':'/a','value':2}]",
                "{'a':1}|[{'op':'test','path':'/a','value':'1'}]",
                "{'a':[1,2]}|[{'op':'test','path':'/a','value':[2,1]}]",
                "{'a':1}|[{'op':'test','path':'/b','value':null}]"
            })
    void anOperationThatDoesNotFitFailsTheWholePatch(String document, String patch) {
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(() -> apply(document, patch))
                .withMessageStartingWith("operation 0 (")
                .satisfies(e -> assertThat(e.index()).isZero());
    }

    @Test
    void theFailedOperationIsNamed() {
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(
                        () -> apply("{}", "[{'op':'add','path':'/a','value':1},{'op':'test','path':'/a','value':2}]"))
                .withMessage("operation 1 (test /a) failed: another value is there");
    }

    @Test
    void aValueCannotMoveIntoItself() {
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(() -> apply("{'a':{'b':{}}}", "[{'op':'move','from':'/a','path':'/a/b/c'}]"))
                .withMessage("operation 0 (move /a/b/c) failed: a value cannot move into itself");
    }

    @Test
    void theDocumentIsLeftAsItWas() {
        Json document = Json.parse("{\"a\":[1,2]}");
        assertThat(JsonPatch.builder().remove("/a/0").build().apply(document)).isEqualTo(Json.parse("{\"a\":[2]}"));
        assertThat(document).isEqualTo(Json.parse("{\"a\":[1,2]}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "[1]",
                "[{}]",
                "[{'op':'add','path':'/a'}]",
                "[{'op':'add','value':1}]",
                "[{'op':'x','path':''}]",
                "[{'op':'move','path':'/a'}]",
                "[{'op':1,'path':'/a'}]",
                "[{'op':'remove','path':'a'}]",
                "[{'op':'remove','path':'/~2'}]",
                "[{'op':'remove','path':1}]"
            })
    void whatIsNotAListOfOperationsIsRefused(String patch) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonPatch.parse(Json.parse(patch.replace('\'', '"'))));
    }

    @Test
    void aBuiltPatchIsWrittenAsTheDocumentItIsReadFrom() {
        JsonPatch patch = JsonPatch.builder()
                .add("/a", Json.of(1))
                .remove("/b")
                .replace("/c/0", Json.of("x"))
                .move("/d", "/e")
                .copy("/f", "/g/-")
                .test("/h", Json.Null.INSTANCE)
                .build();
        assertThat(patch.body())
                .hasToString("[{\"op\":\"add\",\"path\":\"/a\",\"value\":1},{\"op\":\"remove\",\"path\":\"/b\"},"
                        + "{\"op\":\"replace\",\"path\":\"/c/0\",\"value\":\"x\"},"
                        + "{\"op\":\"move\",\"path\":\"/e\",\"from\":\"/d\"},"
                        + "{\"op\":\"copy\",\"path\":\"/g/-\",\"from\":\"/f\"},"
                        + "{\"op\":\"test\",\"path\":\"/h\",\"value\":null}]");
        assertThat(JsonPatch.parse(patch.body().parse())).isEqualTo(patch);
        assertThat(patch.contentType()).isEqualTo("application/json-patch+json");
    }

    @Test
    void aFewCopiesCannotDescribeADocumentOfAnySize() {
        JsonPatch.Builder wider = JsonPatch.builder();
        JsonPatch.Builder deeper = JsonPatch.builder();
        for (int i = 0; i < 250; i++) {
            wider.copy("/a", "/a/-");
            deeper.copy("/b", "/b/b");
        }
        Json document = Json.parse("{\"a\":[1,2,3],\"b\":{}}");
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(() -> wider.build().apply(document))
                .withMessageContaining("too large");
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(() -> deeper.build().apply(document))
                .withMessageContaining("too large");
        assertThatExceptionOfType(PatchFailedException.class)
                .isThrownBy(() -> JsonPatch.builder()
                        .add("/a".repeat(300), Json.of(1))
                        .build()
                        .apply(document))
                .withMessageContaining("too deep");
    }
}
