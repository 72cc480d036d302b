package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void theMedianOfAnOddNumberIsTheMiddleOne() {
        Figure figure = Figure.of(List.of(9.0, 1.0, 5.0));

        assertThat(figure.median()).isEqualTo(5);
        assertThat(figure.low()).isEqualTo(1);
        assertThat(figure.high()).isEqualTo(9);
        assertThat(figure.rounds()).isEqualTo(3);
    }

    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Figure.of(List.of(1.0, 100.0, 3.0, 5.0)).median()).isEqualTo(4);
    }

    @Test
    void theSpreadIsHalfTheRangeAsAShareOfTheMedian() {
        assertThat(Figure.of(List.of(95.0, 100.0, 105.0)).spread()).isEqualTo(0.05);
        assertThat(Figure.of(List.of(0.0)).spread()).isZero();
    }

    @Test
    void itKnowsWhatEachRoundMeasured() {
        Figure figure = new Measured(new TreeMap<>(Map.of(0, 9.0, 2, 5.0)));

        assertThat(figure.in(0)).hasValue(9);
        assertThat(figure.in(1)).isEmpty();
        assertThat(figure.in(2)).hasValue(5);
        assertThat(figure.rounds()).isEqualTo(2);
    }

    @Test
    void whatIsGivenIsSoInEveryRoundAndHasNoSpread() {
        Figure wanted = new Given(3);

        assertThat(wanted.in(17)).hasValue(3);
        assertThat(wanted.precision()).isEmpty();
        assertThat(Figure.of(List.of(3.0)).precision()).isEqualTo(" once");
        assertThat(Figure.of(List.of(95.0, 100.0, 105.0)).precision()).isEqualTo(" ±5 %");
    }

    @Test
    void whatIsNotANumberIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of(1.0, Double.NaN)));
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of(Double.POSITIVE_INFINITY)));
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of()));
    }
}
