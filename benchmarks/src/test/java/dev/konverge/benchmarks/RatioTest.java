package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioTest {
    private static Measured figure(double... values) {
        return Figure.of(java.util.Arrays.stream(values).boxed().toList());
    }

    private static Ratio ratio(Measured ours, Figure theirs) {
        return Ratio.of(Better.HIGHER, ours, theirs).orElseThrow();
    }

    @Test
    void roundsArePairedSoThatWhatBefellBothIsNoSpread() {
        // A machine that gets slower and slower: each figure halves twice, and in each round we are twice as fast.
        assertThat(ratio(figure(400, 200, 100), figure(200, 100, 50))).isEqualTo(new Ratio(2, 2, 2, 3));
        // The same values out of step decide nothing.
        assertThat(ratio(figure(100, 200, 400), figure(200, 100, 50))).isEqualTo(new Ratio(2, 0.5, 8, 3));
    }

    @Test
    void aRoundThatOneOfBothHasNoFigureOfHasNoPair() {
        var ours = new Measured(new TreeMap<>(Map.of(0, 100.0, 1, 900.0, 2, 300.0)));
        var theirs = new Measured(new TreeMap<>(Map.of(0, 50.0, 2, 100.0)));

        assertThat(ratio(ours, theirs)).isEqualTo(new Ratio(4, 2, 4, 2));
        assertThat(Ratio.of(Better.HIGHER, ours, new Measured(new TreeMap<>(Map.of(7, 50.0)))))
                .isEmpty();
    }

    @Test
    void whatIsWantedIsPairedWithEachRound() {
        assertThat(Ratio.of(Better.LOWER, figure(2, 3, 4), new Given(6))).hasValue(new Ratio(2, 1.5, 3, 3));
    }

    @Test
    void ofManyRoundsTheOutermostAreLeftOut() {
        Figure peer = new Given(1);

        assertThat(ratio(figure(1, 2, 3, 4, 5, 6, 7), peer)).isEqualTo(new Ratio(4, 1, 7, 7));
        assertThat(ratio(figure(1, 2, 3, 4, 5, 6, 7, 8), peer)).isEqualTo(new Ratio(4.5, 2, 7, 8));
        assertThat(ratio(figure(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), peer)).isEqualTo(new Ratio(6, 3, 9, 11));
    }

    /** By the definition of the sign test, with whole numbers: as many are left out as possible, but the doubt stays at a tenth. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 9, 10, 11, 12, 21, 50})
    void noMoreIsLeftOutThanTheSignTestAllows(int rounds) {
        int left = Ratio.leftOut(rounds);

        assertThat(doubt(rounds, left)).isLessThanOrEqualTo(0.1);
        assertThat(doubt(rounds, left + 1)).isGreaterThan(0.1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ofFewRoundsNoneIsLeftOut(int rounds) {
        assertThat(Ratio.leftOut(rounds)).isZero();
    }

    private static double doubt(int rounds, int left) {
        BigInteger ways = BigInteger.ZERO;
        BigInteger term = BigInteger.ONE;
        for (int i = 0; i <= left; i++) {
            ways = ways.add(term);
            term = term.multiply(BigInteger.valueOf(rounds - i)).divide(BigInteger.valueOf(i + 1));
        }
        return ways.doubleValue() * 2 / Math.pow(2, rounds);
    }

    @Test
    void theIntervalHoldsWhatIsTrueNineTimesInTen() {
        // With a seed: the share of a thousand contests of nine rounds whose interval holds the true ratio, which is 2.
        var random = new Random(1);
        int held = 0;
        for (int contest = 0; contest < 1000; contest++) {
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int round = 0; round < 9; round++) {
                double machine = Math.exp(random.nextGaussian());
                ours.add(machine * 2 * Math.exp(0.2 * random.nextGaussian()));
                theirs.add(machine);
            }
            Ratio ratio = ratio(Figure.of(ours), Figure.of(theirs));
            held += ratio.low() <= 2 && 2 <= ratio.high() ? 1 : 0;
        }
        assertThat(held).isBetween(900, 995);
    }

    @Test
    void theVerdictIsOpenAsLongAsTheTargetIsWithin() {
        var ratio = new Ratio(2, 1.5, 3, 5);

        assertThat(Stream.of(1.4, 1.5, 1.6, 2.0, 3.0, 3.1).map(ratio::verdict))
                .containsExactly(Verdict.MET, Verdict.MET, Verdict.OPEN, Verdict.OPEN, Verdict.OPEN, Verdict.MISSED);
    }

    @Test
    void aSingleRoundDecidesByItself() {
        Ratio once = ratio(figure(250), figure(100));

        assertThat(once).isEqualTo(new Ratio(2.5, 2.5, 2.5, 1));
        assertThat(once.verdict(2.5)).isEqualTo(Verdict.MET);
        assertThat(once.verdict(2.6)).isEqualTo(Verdict.MISSED);
    }

    @Test
    void theEstimateIsNeverOutsideItsInterval() {
        // Paired 0.5, 1 and 1: their median is 1, the ratio of the medians too; and here 2 where no pair is above 1.
        Ratio odd = ratio(figure(10, 20, 30), figure(100, 10, 30));
        assertThat(odd.low()).isLessThanOrEqualTo(odd.estimate());
        Ratio shifted = ratio(figure(1, 20, 30), figure(1, 20, 5));
        assertThat(shifted.estimate()).isEqualTo(4);
        assertThat(shifted.high()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void thereIsNoRatioToNothing() {
        assertThat(Ratio.of(Better.LOWER, figure(0, 0, 0), figure(1, 1, 1))).isEmpty();
        assertThat(Ratio.of(Better.LOWER, figure(1, 1, 1), figure(0, 0, 0))).isEmpty();
        assertThat(ratio(figure(0, 2, 4), figure(1, 1, 1)).low()).isEqualTo(2);
    }
}
