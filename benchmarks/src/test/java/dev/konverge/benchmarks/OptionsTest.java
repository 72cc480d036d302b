package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final Duration LONG = Duration.ofSeconds(8);

    @Test
    void aBenchmarkHasItsOwnNumbersUnlessSomebodyAsksForOthers() {
        Options usual = Options.FULL;

        assertThat(usual.rounds(9)).isEqualTo(9);
        assertThat(usual.forks(3)).isEqualTo(3);
        assertThat(usual.warmUp(LONG)).isEqualTo(LONG);

        Options asked = usual.withRoundsAsked(4).withForksAsked(2).withWarmUpAsked(Duration.ofSeconds(1));

        assertThat(asked.rounds(9)).isEqualTo(4);
        assertThat(asked.forks(3)).isEqualTo(2);
        assertThat(asked.warmUp(LONG)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aQuickRunHasNoMoreThanItsOwnOfAnything() {
        assertThat(Options.QUICK.rounds(9)).isEqualTo(Options.QUICK.rounds());
        assertThat(Options.QUICK.rounds(1)).isEqualTo(1);
        assertThat(Options.QUICK.forks(3)).isEqualTo(1);
        assertThat(Options.QUICK.warmUp(LONG)).isEqualTo(Options.QUICK.warmUp());
        assertThat(Options.QUICK.withForksAsked(3).forks(1)).isEqualTo(3);
    }

    @Test
    void theMethodSaysInHowManyProcesses() {
        Options forked = Options.FULL
                .withRounds(9, Duration.ofSeconds(1), Duration.ofSeconds(2))
                .withForks(3);

        assertThat(forked.inWords())
                .isEqualTo(
                        "medians of up to 9 rounds of 1.0 s, shared out among 3 processes of each JVM, after 2.0 s of warm-up each");
        assertThat(Options.FULL.inWords()).isEqualTo("medians of up to 7 rounds of 1.0 s after 5.0 s of warm-up");
    }

    @Test
    void noProcessIsTooFew() {
        assertThatThrownBy(() -> Options.FULL.withForks(0)).isInstanceOf(UsageException.class);
    }
}
