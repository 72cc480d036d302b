package dev.konverge.codegen.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTextTest {
    private static Object read(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("text", "plain words (and more)");
        document.put("empty", "");
        document.put("map", Map.of());
        document.put("list", List.of());
        document.put("number", 3);
        document.put("ratio", 0.5);
        document.put("flag", true);
        document.put("nothing", null);
        document.put("nothings", Arrays.asList(null, "x"));
        document.put("nested", List.of(List.of(1, 2), Map.of("a", List.of(Map.of("b", "c"))), "x: y", "# no comment"));
        document.put("$key: odd", "line\nbreak\ttab \"quote\" back\\slash \u0001 ä");
        assertThat(read(YamlText.of(document))).isEqualTo(document);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "on",
                "Yes",
                "n",
                "NULL",
                "true",
                "012",
                "1e3",
                "0x1F",
                "-",
                "~",
                "2026-01-01",
                ".5",
                "a: b",
                "a #b",
                "@x",
                "*x",
                "&x",
                "!x",
                "%x",
                "|",
                ">",
                "[",
                "{",
                "'",
                " a",
                "a ",
                "=",
                "<<"
            })
    void whatSomeReadersTakeForSomethingElseIsQuoted(String text) {
        assertThat(YamlText.of(Map.of("key", text))).isEqualTo("key: \"" + text + "\"\n");
    }
}
