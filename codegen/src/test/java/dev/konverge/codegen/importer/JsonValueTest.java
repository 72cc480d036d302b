package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {
    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "\"a\\\"b\\n\"", "[1,-2.50,1e3,true,null]", "{\"b\":{\"a\":[]},\"a\":\"\"}"})
    void compactTextSurvivesAsItIs(String json) {
        assertThat(JsonValue.parse(json, "x").compact()).isEqualTo(json);
    }

    @Test
    void whiteSpaceGoesAndOrderStays() {
        assertThat(JsonValue.parse(" { \"b\" : [ 1 , 2 ] , \"a\" : null } ", "x")
                        .compact())
                .isEqualTo("{\"b\":[1,2],\"a\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{} {}", "{\"a\":1,\"a\":2}", "nul"})
    void whatIsNoDocumentIsRefusedByName(String json) {
        assertThatThrownBy(() -> JsonValue.parse(json, "some.json"))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("some.json");
    }
}
