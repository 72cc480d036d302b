package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RidersTest {
    private final Riders riders = new Riders(false);

    @Test
    void whatCarriesNothingTakesNoRoom() {
        riders.note(100_000, true, AddOptions.DEFAULT_PRIORITY, Causes.NONE, 0);
        assertThat(riders.capacity()).isZero();
        assertThat(riders.priority(100_000)).isEqualTo(AddOptions.DEFAULT_PRIORITY);
    }

    @Test
    void roomForManyIsGivenBackWhenTheLastLeaves() {
        for (int slot = 0; slot < 100_000; slot++) {
            riders.note(slot, true, slot, Causes.NONE, 0);
        }
        for (int slot = 0; slot < 99_999; slot++) {
            riders.forgetReady(slot, false);
        }
        assertThat(riders.priority(99_999)).isEqualTo(99_999);
        riders.forgetReady(99_999, true);
        assertThat(riders.capacity()).as("its delay is not over").isGreaterThanOrEqualTo(100_000);
        riders.forgetReady(99_999, false);
        riders.forgetReady(99_999, false);
        assertThat(riders.capacity()).isZero();
        riders.note(2, true, 7, Causes.NONE, 0);
        assertThat(riders.priority(2)).isEqualTo(7);
    }
}
