package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.fidelity.Judgement;
import dev.konverge.fidelity.Report;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The embedded server beside the real one, live: what {@code ./konverge fidelity} does. */
@Tag("real")
class FidelityTest {
    private static final int RANDOM = 100;
    private static final long SEED = 1;

    /** How often what differs is played again. */
    private static final int AGAIN = 3;

    /**
     * Of some answers the real server decides by chance: which entry of a map it looks at first, or how far a cache has come. So what
     * differs is played again, alone and on fresh servers. What one server does otherwise than the other differs every time.
     */
    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void everyDifferenceIsKnown() throws InterruptedException {
        Report report = played(Pattern.compile(""));
        assertThat(report.scenarios()).isGreaterThanOrEqualTo(400 + RANDOM);
        for (int i = 0; i < AGAIN && report.unexplained() > 0; i++) {
            String open = report.open().stream().map(Pattern::quote).collect(Collectors.joining("|"));
            report = played(Pattern.compile("^(" + open + ")$"));
        }
        assertThat(report.unexplained()).as(report.differences(20)).isZero();
    }

    private static Report played(Pattern only) throws InterruptedException {
        return new Judgement(Optional.empty(), RANDOM, SEED, only).run(Platform.real(), played -> {});
    }
}
