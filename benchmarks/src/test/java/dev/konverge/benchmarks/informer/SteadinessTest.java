package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static final long SECOND = 1_000_000_000;

    private final Steadiness steadiness = new Steadiness();

    private void add(long... changes) {
        for (long count : changes) {
            steadiness.add(count, SECOND, SECOND / 2);
        }
    }

    @Test
    void aRateIsSteadyWhenTwoWindowsInARowAreAlikeButNotBeforeTheFourth() {
        add(1000, 1000, 1000);
        assertThat(steadiness.isReached()).isFalse();

        add(1050);
        assertThat(steadiness.isReached()).isTrue();
    }

    @Test
    void whoStillBecomesFasterIsGivenMoreTime() {
        add(1000, 2000, 3000, 4000, 5000);
        assertThat(steadiness.isReached()).isFalse();

        add(5100);
        assertThat(steadiness.isReached()).isTrue();
        assertThat(steadiness.rate()).as("the median of the last three").isEqualTo(5000);
        assertThat(steadiness.cost()).isEqualTo(SECOND / 2.0 / 5000);
    }

    @Test
    void whoIsNeverSteadyIsNotWaitedForLongerThanFifteenWindows() {
        for (int i = 0; i < 7; i++) {
            add(1000, 2000);
        }
        assertThat(steadiness.isReached()).isFalse();

        add(1000);
        assertThat(steadiness.isReached()).isTrue();
        assertThat(steadiness.rate()).isEqualTo(1000);
    }

    @Test
    void windowsCountByTheirOwnLength() {
        steadiness.add(500, SECOND / 2, SECOND);
        steadiness.add(1000, SECOND, SECOND);
        steadiness.add(2000, 2 * SECOND, SECOND);
        steadiness.add(1000, SECOND, SECOND);

        assertThat(steadiness.isReached()).isTrue();
        assertThat(steadiness.rate()).isEqualTo(1000);
    }

    @Test
    void nothingThatComesIsARateOfNothing() {
        add(0, 0, 0, 0);

        assertThat(steadiness.isReached()).isTrue();
        assertThat(steadiness.rate()).isZero();
    }
}
