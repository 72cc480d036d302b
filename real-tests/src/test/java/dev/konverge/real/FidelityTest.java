package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.fidelity.Judgement;
import dev.konverge.fidelity.Report;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The embedded server beside the real one, live: what {@code ./konverge fidelity} does. */
@Tag("real")
class FidelityTest {
    private static final int RANDOM = 100;
    private static final long SEED = 1;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void everyDifferenceIsKnown() throws InterruptedException {
        Report report =
                new Judgement(Optional.empty(), RANDOM, SEED, Pattern.compile("")).run(Platform.real(), played -> {});

        assertThat(report.scenarios()).isGreaterThanOrEqualTo(400 + RANDOM);
        assertThat(report.unexplained()).as(report.differences(20)).isZero();
    }
}
