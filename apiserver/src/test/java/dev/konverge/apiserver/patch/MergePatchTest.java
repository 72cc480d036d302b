package dev.konverge.apiserver.patch;

import static dev.konverge.apiserver.patch.Trees.json;
import static dev.konverge.apiserver.patch.Trees.obj;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.apiserver.failure.StatusException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("T2: merge patch")
final class MergePatchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'b'} | {'a':'c'} | {'a':'c'}",
                "{'a':'b'} | {'b':'c'} | {'a':'b','b':'c'}",
                "{'a':'b'} | {'a':null} | {}",
                "{'a':'b','b':'c'} | {'a':null} | {'b':'c'}",
                "{'a':['b']} | {'a':'c'} | {'a':'c'}",
                "{'a':'c'} | {'a':['b']} | {'a':['b']}",
                "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]} | {'a':[1]} | {'a':[1]}",
                "{'e':null} | {'a':1} | {'e':null,'a':1}",
                "{} | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}",
                "{'a':'x'} | {'a':{'b':null,'c':1}} | {'a':{'c':1}}",
                "{} | {'a':[{'b':null,'c':1},null]} | {'a':[{'c':1},null]}",
                "{'a':[1]} | {'a':[{'b':null}]} | {'a':[{}]}",
                "{'a':1} | {} | {'a':1}",
            })
    void changesTheObject(String object, String patch, String expected) {
        assertThat(MergePatch.apply(obj(object), json(patch))).isEqualTo(obj(expected));
    }

    @ParameterizedTest
    @CsvSource({"[],array", "'\"x\"',string", "5,number", "true,bool"})
    void isABadRequestWhenItIsNoObject(String patch, String name) {
        var failure = catchThrowableOfType(StatusException.class, () -> MergePatch.apply(obj("{}"), json(patch)));

        assertThat(failure.code()).isEqualTo(400);
        assertThat(failure)
                .hasMessage("error decoding patch: json: cannot unmarshal " + name
                        + " into Go value of type map[string]interface {}");
    }

    @Test
    void nothingIsNoPatch() {
        var failure = catchThrowableOfType(StatusException.class, () -> MergePatch.apply(obj("{'a':1}"), json("null")));

        assertThat(failure.code()).isEqualTo(400);
        assertThat(failure).hasMessage("Invalid JSON Patch");
    }
}
