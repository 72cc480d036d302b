package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The selector inside objects, and its way to and from {@link Selector}. */
class LabelSelectorTest {
    private static LabelSelector expression(String key, String operator, String... values) {
        return LabelSelector.builder()
                .matchExpressions(List.of(LabelSelectorRequirement.builder()
                        .key(key)
                        .operator(operator)
                        .values(List.of(values))
                        .build()))
                .build();
    }

    @Test
    void anAbsentOneSelectsNothingAndAnEmptyOneEverything() {
        assertThat(Selector.from(null)).isEqualTo(Selector.nothing());
        assertThat(LabelSelector.builder().build().toSelector()).isEqualTo(Selector.everything());
    }

    @Test
    void labelsAndExpressionsAreAllDemanded() {
        LabelSelector selector = LabelSelector.builder()
                .matchLabels(Map.of("b", "1"))
                .matchExpressions(expression("a", "In", "y", "x").matchExpressions())
                .build();
        assertThat(selector.toSelector()).hasToString("a in (x,y),b=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"In|a in (v)", "NotIn|a notin (v)"})
    void operatorsWithValuesBecomeRequirements(String operator, String text) {
        assertThat(expression("a", operator, "v").toSelector()).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"Exists|a", "DoesNotExist|!a"})
    void operatorsWithoutValuesBecomeRequirements(String operator, String text) {
        assertThat(expression("a", operator).toSelector()).hasToString(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expression("a", operator, "v").toSelector())
                .withMessageContaining(operator)
                .withMessageContaining("\"a\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "in", "Gt", "Lt", "Equals"})
    void anUnknownOperatorIsRefusedByName(String operator) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expression("a", operator, "v").toSelector())
                .withMessage('"' + operator + "\" is not a valid label selector operator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"In", "NotIn"})
    void setOperatorsNeedAValue(String operator) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expression("a", operator).toSelector());
    }

    @Test
    void absentKeyAndOperatorAreRefusedLikeWrongOnes() {
        LabelSelector empty = LabelSelector.builder()
                .matchExpressions(List.of(LabelSelectorRequirement.builder().build()))
                .build();
        assertThatIllegalArgumentException().isThrownBy(empty::toSelector);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a=1", "a=1,b=", "a in (x,y)", "a notin (x)", "a", "!a", "a=1,b in (x),c,!d"})
    void whatAnObjectCanSaySurvivesTheWayThereAndBack(String text) {
        Selector selector = Selector.parse(text);
        assertThat(selector.toLabelSelector().toSelector()).isEqualTo(selector);
    }

    @Test
    void whatAnObjectCanSayOnlyOtherwiseIsSaidOtherwise() {
        assertThat(Selector.parse("a!=1").toLabelSelector()).isEqualTo(expression("a", "NotIn", "1"));
        Selector contradiction = Selector.parse("a=1,a=2").toLabelSelector().toSelector();
        assertThat(contradiction.matches(Map.of("a", "1"))).isFalse();
        assertThat(contradiction.matches(Map.of("a", "2"))).isFalse();
    }

    @Test
    void whatNoObjectCanSayIsAnError() {
        assertThatIllegalStateException()
                .isThrownBy(Selector.parse("a>1")::toLabelSelector)
                .withMessageContaining("a>1");
        assertThatIllegalStateException().isThrownBy(Selector.parse("a<1")::toLabelSelector);
        assertThatIllegalStateException().isThrownBy(Selector.nothing()::toLabelSelector);
    }
}
