package dev.konverge.apiserver.patch;

import static dev.konverge.apiserver.patch.Trees.json;
import static dev.konverge.apiserver.patch.Trees.obj;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("T1: JSON patch")
final class JsonPatchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1} | [{'op':'add','path':'/b','value':2}] | {'a':1,'b':2}",
                "{'a':1} | [{'op':'add','path':'/a','value':2}] | {'a':2}",
                "{'a':[1,3]} | [{'op':'add','path':'/a/1','value':2}] | {'a':[1,2,3]}",
                "{'a':[1]} | [{'op':'add','path':'/a/-','value':2}] | {'a':[1,2]}",
                "{'a':[1,2]} | [{'op':'add','path':'/a/-1','value':3}] | {'a':[1,2,3]}",
                "{'a':[1,2]} | [{'op':'replace','path':'/a/-1','value':3}] | {'a':[1,3]}",
                "{'a':[1,2]} | [{'op':'remove','path':'/a/-2'}] | {'a':[2]}",
                "{'a':{'b':1}} | [{'op':'remove','path':'/a/b'}] | {'a':{}}",
                "{'a':{'b':1}} | [{'op':'move','from':'/a/b','path':'/c'}] | {'a':{},'c':1}",
                "{'a':{'b':1}} | [{'op':'copy','from':'/a','path':'/c'}] | {'a':{'b':1},'c':{'b':1}}",
                "{'a/b':1,'c~d':2} | [{'op':'remove','path':'/a~1b'},{'op':'replace','path':'/c~0d','value':3}] | {'c~d':3}",
                "{'a':[1,{'b':2}]} | [{'op':'test','path':'/a/1/b','value':2},{'op':'add','path':'/ok','value':true}] | {'a':[1,{'b':2}],'ok':true}",
                "{'a':1.0} | [{'op':'test','path':'/a','value':1}] | {'a':1}",
                "{'a':1} | [{'op':'test','path':'','value':{'a':1}}] | {'a':1}",
                "{'a':1} | [{'op':'replace','path':'','value':{'b':1}}] | {'b':1}",
                "{'a':1} | [{'op':'add','path':'/b'}] | {'a':1,'b':null}",
                "{'a':1} | [{'op':'replace','path':'/b','value':2}] | {'a':1,'b':2}",
                "{'a':1} | [{'op':'copy','from':'/b','path':'/c'}] | {'a':1,'c':null}",
                "{'a':1} | [{'op':'test','path':'/b','value':null}] | {'a':1}",
                "{'a':1} | [{'op':'test','path':'/b'}] | {'a':1}",
                "{'a':1} | [] | {'a':1}",
                "{'a':1} | null | {'a':1}",
            })
    void changesTheObject(String object, String patch, String expected) {
        assertThat(JsonPatch.apply(obj(object), json(patch))).isEqualTo(obj(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'add','path':'/x/y','value':1}]",
                "[{'op':'add','path':'','value':{}}]",
                "[{'op':'add','path':'a','value':1}]",
                "[{'op':'add','path':'/l/3','value':1}]",
                "[{'op':'add','path':'/l/-4','value':1}]",
                "[{'op':'add','path':'/l/x','value':1}]",
                "[{'op':'add','path':'/a/b','value':1}]",
                "[{'op':'remove','path':'/x'}]",
                "[{'op':'remove','path':'/l/2'}]",
                "[{'op':'replace','path':'','value':5}]",
                "[{'op':'move','from':'/x','path':'/y'}]",
                "[{'op':'move','from':'/o','path':'/o/p'}]",
                "[{'op':'copy','from':'','path':'/y'}]",
                "[{'op':'copy','path':'/y'}]",
                "[{'op':'test','path':'/a','value':2}]",
                "[{'op':'test','path':'/x','value':1}]",
                "[{'op':'test','path':'/x/y','value':null}]",
                "[{'op':'frobnicate','path':'/a'}]",
                "[{'path':'/a'}]",
                "[{'op':'remove'}]",
            })
    void isRefusedWithoutSayingWhyWhenItDoesNotFit(String patch) {
        var failure = catchThrowableOfType(
                StatusException.class, () -> JsonPatch.apply(obj("{'a':1,'l':[1,2],'o':{}}"), json(patch)));

        assertThat(failure.status())
                .isEqualTo(
                        obj(
                                "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure','message':'the server rejected our request due to an error in our request','reason':'Invalid','details':{},'code':422}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'op':'add'} | error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
                "5 | error decoding patch: json: cannot unmarshal number into Go value of type []handlers.jsonPatchOp",
                "['x'] | error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp",
            })
    void isABadRequestWhenItIsNoListOfOperations(String patch, String message) {
        var failure = catchThrowableOfType(StatusException.class, () -> JsonPatch.apply(obj("{}"), json(patch)));

        assertThat(failure.code()).isEqualTo(400);
        assertThat(failure).hasMessage(message);
    }

    @Test
    @DisplayName("P7")
    void isTooLargeWithMoreThanTenThousandOperations() {
        Json operation = json("{'op':'test','path':'/a','value':1}");
        var patch = new Json.Arr(Collections.nCopies(10_001, operation));

        var failure = catchThrowableOfType(StatusException.class, () -> JsonPatch.apply(obj("{'a':1}"), patch));

        assertThat(failure.code()).isEqualTo(413);
        assertThat(failure)
                .hasMessage(
                        "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001");
    }

    @Test
    void cannotMakeADocumentGrowOutOfBounds() {
        Json copy = json("{'op':'copy','from':'/a','path':'/a/b'}");
        var patch = new Json.Arr(Collections.nCopies(10_000, copy));

        var failure =
                catchThrowableOfType(StatusException.class, () -> JsonPatch.apply(obj("{'a':{'x':[1,2,3]}}"), patch));

        assertThat(failure.code()).isEqualTo(422);
    }

    @Test
    @DisplayName("P7: copies of three megabytes and more are refused, even where they replace each other")
    void copiesNoMoreThanThreeMegabytes() {
        Json.Obj object = new Json.Obj(Map.of("a", Json.of("x".repeat(1 << 20))));
        Json copy = json("{'op':'copy','from':'/a','path':'/b'}");

        assertThat(JsonPatch.apply(object, new Json.Arr(Collections.nCopies(2, copy)))
                        .get("b"))
                .isEqualTo(object.get("a"));
        var failure = catchThrowableOfType(
                StatusException.class, () -> JsonPatch.apply(object, new Json.Arr(Collections.nCopies(3, copy))));

        assertThat(failure.code()).isEqualTo(422);
        assertThat(failure).hasMessage("the server rejected our request due to an error in our request");
    }

    @Test
    void leavesTheGivenObjectAsItIs() {
        Json.Obj object = obj("{'a':{'b':[1]}}");

        JsonPatch.apply(object, json("[{'op':'add','path':'/a/b/0','value':0}]"));

        assertThat(object).isEqualTo(obj("{'a':{'b':[1]}}"));
    }
}
