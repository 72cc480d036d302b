package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrialProgressTest {
    private static String told(boolean terminal) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        try (VirtualPlatform platform = new VirtualPlatform(1)) {
            var progress = new TrialProgress(
                    new PrintStream(out, true, StandardCharsets.UTF_8), terminal, platform.clock(), "somebody");
            for (int second = 0; second < 25; second++) {
                progress.tell(second * 100, 10_000);
                platform.advance(Duration.ofSeconds(1));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void itIsToldHowFarTheFoosAreEveryTenSeconds() throws InterruptedException {
        assertThat(told(false).lines())
                .containsExactly(
                        "  somebody: 1000 of 10000 Foos have converged, 10 s",
                        "  somebody: 2000 of 10000 Foos have converged, 20 s");
    }

    @Test
    void onATerminalTheLineIsDrawnAnew() throws InterruptedException {
        assertThat(told(true))
                .isEqualTo("\r\033[Ksomebody: 1000 of 10000 Foos have converged, 10 s"
                        + "\r\033[Ksomebody: 2000 of 10000 Foos have converged, 20 s");
    }
}
