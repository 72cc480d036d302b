package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Progress progress =
            new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), false, platform.clock());

    @AfterEach
    void close() {
        platform.close();
    }

    @Test
    void aContestThatTakesLongIsToldOfEveryTenSecondsWhereNothingCanBeDrawn() throws InterruptedException {
        progress.begin("Foos");
        for (int second = 0; second < 25; second++) {
            progress.step("round " + second);
            platform.advance(Duration.ofSeconds(1));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("measuring Foos, 0 s", "  round 10, 10 s", "  round 20, 20 s");
    }

    @Test
    void aShortContestIsOneLine() throws InterruptedException {
        for (String title : new String[] {"a", "b"}) {
            progress.begin(title);
            progress.step("round 1");
            platform.advance(Duration.ofSeconds(9));
            progress.step("round 2");
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("measuring a, 0 s", "measuring b, 9 s");
    }
}
