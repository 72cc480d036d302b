package dev.konverge.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What signals mean. That they are taken is shown by programs, in {@code cli}. */
class StopSignalsTest {
    @Test
    void theFirstSignalIsAWish() {
        assertThat(List.of("SIGINT", "SIGTERM", "SIGHUP")).noneMatch(signal -> StopSignals.isCommand(false, signal));
    }

    @Test
    void aFurtherSignalIsACommandUnlessItComesOfAClosedTerminal() {
        assertThat(StopSignals.isCommand(true, "SIGINT")).isTrue();
        assertThat(StopSignals.isCommand(true, "SIGTERM")).isTrue();
        assertThat(StopSignals.isCommand(true, "SIGHUP")).isFalse();
    }
}
