package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void theMedianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Figure.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new Figure(5, 1, 9, 3));
    }

    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Figure.of(List.of(1.0, 100.0, 3.0, 5.0))).isEqualTo(new Figure(4, 1, 100, 4));
    }

    @Test
    void theSpreadIsHalfTheRangeAsAShareOfTheMedian() {
        assertThat(Figure.of(List.of(95.0, 100.0, 105.0)).spread()).isEqualTo(0.05);
        assertThat(Figure.of(List.of(0.0)).spread()).isZero();
    }

    @Test
    void whatIsNotANumberIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of(1.0, Double.NaN)));
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of(Double.POSITIVE_INFINITY)));
        assertThatIllegalArgumentException().isThrownBy(() -> Figure.of(List.of()));
    }
}
