package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharedRandomTest {
    @Test
    void theSameSeedGivesTheSameNumbers() {
        assertThat(new SharedRandom(42).longs(100).toArray())
                .isEqualTo(new SharedRandom(42).longs(100).toArray());
    }

    @Test
    void neighbouringSeedsGiveUnrelatedNumbers() {
        int differing = 0;
        var one = new SharedRandom(1);
        var two = new SharedRandom(2);
        for (int i = 0; i < 1000; i++) {
            differing += Long.bitCount(one.nextLong() ^ two.nextLong());
        }
        assertThat(differing / 1000.0).isBetween(30.0, 34.0);
    }

    @Test
    void itIsTheSplitMixOfItsAuthors() {
        // The first output of the published algorithm for state zero.
        assertThat(new SharedRandom(0).nextLong()).isEqualTo(0xE220_A839_7B1D_CDAFL);
    }
}
