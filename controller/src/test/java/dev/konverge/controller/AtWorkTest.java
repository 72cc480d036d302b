package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AtWorkTest {
    private static final Key KEY = Key.of("ns", "name");

    @Test
    void nothingBeginsAfterTheEndAndWhatHasBegunIsWaitedFor() throws Exception {
        VirtualPlatform.simulate(1, platform -> {
            AtWork atWork = new AtWork(platform);
            assertThat(atWork.begin(KEY)).isTrue();
            platform.sleep(Duration.ofSeconds(2));
            assertThat(atWork.now()).containsExactly(entry(KEY, Duration.ofSeconds(2)));
            try (Task worker = platform.start("worker", () -> {
                platform.sleep(Duration.ofSeconds(3));
                atWork.end(KEY);
            })) {
                atWork.finish();
                assertThat(atWork.begin(Key.of("ns", "other"))).isFalse();
                assertThat(atWork.awaitFinished(platform.clock().deadlineAfter(Duration.ofSeconds(2))))
                        .isFalse();
                assertThat(atWork.awaitFinished(platform.clock().deadlineAfter(Duration.ofSeconds(2))))
                        .isTrue();
                assertThat(worker.join(Duration.ofSeconds(1))).isTrue();
            }
            assertThat(atWork.now()).isEmpty();
        });
    }

    @Test
    void withNothingAtWorkNobodyWaits() throws Exception {
        VirtualPlatform.simulate(1, platform -> {
            AtWork atWork = new AtWork(platform);
            atWork.finish();
            assertThat(atWork.awaitFinished(platform.clock().nanoTime())).isTrue();
        });
    }

    @Test
    void whoIsAtAnObjectThatGoesLearnsOfItAtTheEnd() throws Exception {
        VirtualPlatform.simulate(1, platform -> {
            AtWork atWork = new AtWork(platform);
            assertThat(atWork.leave(KEY)).as("nobody is at it").isTrue();
            atWork.begin(KEY);
            assertThat(atWork.leave(KEY)).isFalse();
            assertThat(atWork.end(KEY)).isTrue();
            atWork.begin(KEY);
            assertThat(atWork.end(KEY)).as("it is another one now").isFalse();
        });
    }
}
