package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S2 of the API server's contract: the grammar of field selectors. */
@DisplayName("S2 field selectors")
class FieldSelectorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|''",
                "','|''",
                "a=b|a=b",
                "a==b|a=b",
                "a!=b|a!=b",
                "a=|a=",
                "a!=|a!=",
                "',a=b,'|a=b",
                "'b=1,a=2'|'a=2,b=1'",
                "status.phase=Running,spec.nodeName!=n1|spec.nodeName!=n1,status.phase=Running",
                "a=x y|a=x y",
                "a=x!|a=x!",
                "a!b=c|a!b=c",
                "a=\\,|a=\\,",
                "a=\\=|a=\\=",
                "a=\\\\|a=\\\\",
                "a=1\\,2,b=3|a=1\\,2,b=3"
            })
    void aTextIsReadAndWrittenInItsNormalForm(String text, String normal) {
        FieldSelector selector = FieldSelector.parse(text);
        assertThat(selector).hasToString(normal);
        assertThat(FieldSelector.parse(normal)).isEqualTo(selector);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a|invalid selector: 'a'; can't understand 'a'",
                "a>b|invalid selector: 'a>b'; can't understand 'a>b'",
                "a=b,c|invalid selector: 'a=b,c'; can't understand 'c'",
                "d,c|invalid selector: 'd,c'; can't understand 'c'",
                "a=\\x|invalid field selector: invalid escape sequence: \\x",
                "a=\\|invalid field selector: invalid escape sequence: \\",
                "a=b=c|invalid field selector: unescaped character in value: 61"
            })
    void aWrongTextIsRefused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldSelector.parse(text))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "a=b", "a!", "a\\"})
    void aNameThatCouldNotBeReadBackIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new FieldSelector.Equals(name, "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> new FieldSelector.NotEquals(name, "x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|true",
                "a=1|true",
                "a=2|false",
                "a!=1|false",
                "a!=2|true",
                "none=|true",
                "none=x|false",
                "none!=x|true",
                "none!=|false",
                "a=1,b=2|true",
                "a=1,b=3|false"
            })
    void anAbsentFieldCountsAsEmpty(String text, boolean matches) {
        assertThat(FieldSelector.parse(text).matches(Map.of("a", "1", "b", "2")::get))
                .isEqualTo(matches);
    }

    @Test
    void selectorsAreJoined() {
        assertThat(FieldSelector.ofName("web").and(FieldSelector.of("a", "1"))).hasToString("a=1,metadata.name=web");
        assertThat(FieldSelector.EVERYTHING.and(FieldSelector.EVERYTHING).isEverything())
                .isTrue();
        assertThat(FieldSelector.ofName("web").isEverything()).isFalse();
    }

    @Test
    void theOneValueThatAFieldMustHaveIsFound() {
        FieldSelector selector = FieldSelector.parse("metadata.name=web,a!=1");
        assertThat(selector.findExactValue("metadata.name")).contains("web");
        assertThat(selector.findExactValue("a")).isEmpty();
        assertThat(selector.findExactValue("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyValueSurvivesTheTextForm(long seed) {
        Random random = new Random(seed);
        String alphabet = "ab\\,=! é";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder value = new StringBuilder();
            for (int n = random.nextInt(8); n > 0; n--) {
                value.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            FieldSelector selector = new FieldSelector(List.of(
                    new FieldSelector.Equals("a.b", value.toString()),
                    new FieldSelector.NotEquals("c", value.toString())));
            assertThat(FieldSelector.parse(selector.toString()))
                    .as("seed %d: %s", seed, selector)
                    .isEqualTo(selector);
        }
    }
}
