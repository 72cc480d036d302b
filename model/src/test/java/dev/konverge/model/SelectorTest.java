package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S1 of the API server's contract: the grammar of label selectors. */
@DisplayName("S1 label selectors")
class SelectorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|''",
                "'  '|''",
                "app=web|app=web",
                "app==web|app=web",
                "app = web|app=web",
                "'\tapp\n=\r web '|app=web",
                "app!=web|app!=web",
                "app=|app=",
                "app!=|app!=",
                "app=,tier|app=,tier",
                "app|app",
                "!app|!app",
                "! app|!app",
                "app in (b,a)|app in (a,b)",
                "app in (a,a)|app in (a)",
                "app notin(a)|app notin (a)",
                "app in ()|app in ()",
                "app in (,)|app in ()",
                "app in (a,)|app in (,a)",
                "app in (,a)|app in (,a)",
                "app in (a,,b)|app in (,a,b)",
                "x>5|x>5",
                "x<5|x<5",
                "x > 05|x>5",
                "b=1,a=2|a=2,b=1",
                "a=1,a=2|a=1,a=2",
                "in=notin|in=notin",
                "in in (in,notin)|in in (in,notin)",
                "notin|notin",
                "!in|!in",
                "a=in|a=in",
                "example.com/app=v1.2_x-y|example.com/app=v1.2_x-y",
                "1=2|1=2",
                "App=Web-V1|App=Web-V1"
            })
    void aTextIsReadAndWrittenInItsNormalForm(String text, String normal) {
        Selector selector = Selector.parse(text);
        assertThat(selector).hasToString(normal);
        assertThat(selector.expression()).isEqualTo(normal);
        assertThat(Selector.parse(normal)).isEqualTo(selector).hasSameHashCodeAs(selector);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "','|found ',', expected: !, identifier, or 'end of string'",
                "=a|found '=', expected: !, identifier, or 'end of string'",
                "(a)|found '(', expected: !, identifier, or 'end of string'",
                "'a,'|found '', expected: identifier after ','",
                "'a,,b'|found ',', expected: identifier after ','",
                "a b|unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
                "a=b c|found 'c', expected: ',' or 'end of string'",
                "a==b=c|found '=', expected: ',' or 'end of string'",
                "a===b|unable to parse requirement: found '=', expected: identifier",
                "!|unable to parse requirement: found '', expected: identifier",
                "!!a|unable to parse requirement: found '!', expected: identifier",
                "!a=b|found '=', expected: ',' or 'end of string'",
                "!a in (b)|found 'in', expected: ',' or 'end of string'",
                "a in|unable to parse requirement: found '' expected: '('",
                "a in b|unable to parse requirement: found 'b' expected: '('",
                "a in (|unable to parse requirement: found '', expected: ',', ')' or identifier",
                "a in (b|unable to parse requirement: found '', expected: ',' or ')'",
                "a in (b c)|unable to parse requirement: found 'c', expected: ',' or ')'",
                "'a in (b,'|unable to parse requirement: found '', expected: ',', or identifier",
                "a in (=)|unable to parse requirement: found '=', expected: ',', ')' or identifier",
                "a=(b)|unable to parse requirement: found '(', expected: identifier",
                "a!b|unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"
            })
    void aWrongTextIsRefusedWithWhatWasFoundAndExpected(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selector.parse(text))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-a",
                "a-",
                "a_",
                ".a",
                "a/b/c",
                "/a",
                "a/",
                "A.b/c",
                "a..b/c",
                "-a/b",
                "a-/b",
                "é",
                "a=-b",
                "a=b-",
                "a=é",
                "a=b/c",
                "a in (b,-c)",
                "x>a",
                "x>",
                "x>1.5",
                "x<+5",
                "x<-5",
                "x>99999999999999999999",
                "a:b",
                "a=b:c"
            })
    void aKeyOrValueThatNoLabelCanHaveIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selector.parse(text))
                .withMessageMatching(
                        "unable to parse requirement: (<nil>|\\[?values\\[\\d](\\[.*])?): Invalid value: .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-a=1|<nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters",
                "!/z|<nil>: Invalid value: \"/z\": prefix part must be non-empty",
                "a=-1|values[0][a]: Invalid value: \"-1\": a valid label must be an empty string or consist of",
                "a in (b,-c,-d)|[values[0][a]: Invalid value: \"-c\": a valid label must",
                "a>x|values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
                "a<-5|values[0][a]: Invalid value: \"-5\": a valid label must"
            })
    void aWrongKeyOrValueIsExplainedAsAServerDoes(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selector.parse(text))
                .withMessageStartingWith("unable to parse requirement: " + reason);
    }

    @Test
    void keysAndValuesHaveALongestLength() {
        String name = "n".repeat(63);
        String prefix = "p".repeat(253);
        assertThat(Selector.parse(prefix + "/" + name + "=" + name).expression())
                .hasSize(253 + 1 + 63 + 1 + 63);
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse(name + "n"));
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse("p" + prefix + "/a"));
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse("a=" + name + "n"));
    }

    private static final Map<String, String> LABELS = Map.of("app", "web", "tier", "", "n", "10", "zero", "007");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|true",
                "app=web|true",
                "app=db|false",
                "app=|false",
                "tier=|true",
                "none=|false",
                "none=x|false",
                "app!=db|true",
                "app!=web|false",
                "none!=x|true",
                "none!=|true",
                "tier!=|false",
                "app in (web,db)|true",
                "app in (db)|false",
                "none in (x)|false",
                "tier in ()|true",
                "app notin (db)|true",
                "app notin (web,db)|false",
                "none notin (x)|true",
                "app|true",
                "tier|true",
                "none|false",
                "!app|false",
                "!none|true",
                "!tier|false",
                "n>9|true",
                "n>10|false",
                "n<11|true",
                "n<10|false",
                "none>1|false",
                "none<1|false",
                "app>1|false",
                "app<1|false",
                "tier>0|false",
                "zero<8|true",
                "zero>6|true",
                "app=web,n>5|true",
                "app=web,n>50|false",
                "app,!none,tier|true"
            })
    void matchingFollowsTheOperators(String text, boolean matches) {
        assertThat(Selector.parse(text).matches(LABELS)).isEqualTo(matches);
    }

    @Test
    void theSelectorOfLabelsDemandsThemAll() {
        Selector selector = Selector.ofLabels(Map.of("b", "2", "a", "1"));
        assertThat(selector).hasToString("a=1,b=2");
        assertThat(selector.matches(Map.of("a", "1", "b", "2", "c", "3"))).isTrue();
        assertThat(selector.matches(Map.of("a", "1"))).isFalse();
        assertThat(Selector.ofLabels(Map.of())).isEqualTo(Selector.everything());
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.ofLabels(Map.of("a", "not a value")));
    }

    @Test
    void nothingMatchesNothingAndHasNoExpressionThatCouldSelectEverything() {
        Selector nothing = Selector.nothing();
        assertThat(nothing.matches(Map.of())).isFalse();
        assertThat(nothing.isEverything()).isFalse();
        assertThat(nothing.and(new Requirement.Exists("a"))).isEqualTo(nothing);
        assertThatIllegalStateException().isThrownBy(nothing::expression);
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse(nothing.toString()));
        assertThat(Selector.everything().isEverything()).isTrue();
        assertThat(Selector.everything().expression()).isEmpty();
    }

    @Test
    void requirementsAreAddedInOrderOfTheirKeys() {
        Selector selector = Selector.parse("c,a=1").and(new Requirement.DoesNotExist("b"));
        assertThat(selector).hasToString("a=1,!b,c");
    }

    @Test
    void theOneValueThatALabelMustHaveIsFound() {
        Selector selector = Selector.parse("a=1,b in (2),c in (3,4),d!=5,e,a!=7");
        assertThat(selector.findExactValue("a")).contains("1");
        assertThat(selector.findExactValue("b")).contains("2");
        assertThat(selector.findExactValue("c")).isEmpty();
        assertThat(selector.findExactValue("d")).isEmpty();
        assertThat(selector.findExactValue("e")).isEmpty();
        assertThat(selector.findExactValue("x")).isEmpty();
        assertThat(Selector.nothing().findExactValue("a")).isEmpty();
    }
}
