package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncLatchTest {
    @Test
    void whoWaitsGoesOnWhenItIsDone() { // HS-3, §4.6 DoneChecker
        VirtualPlatform.simulate(1, platform -> {
            SyncLatch latch = new SyncLatch(platform, "first list");
            List<String> log = new ArrayList<>();
            latch.whenDone(() -> log.add("called back"));
            try (var waiter = platform.start("waiter", () -> log.add("waited " + latch.await(Duration.ofDays(1))))) {
                assertThat(latch.await(Duration.ofSeconds(5))).isFalse();
                assertThat(latch.isDone()).isFalse();
                latch.complete();
                latch.complete();
                assertThat(waiter.join(Duration.ofSeconds(1))).isTrue();
            }
            latch.whenDone(() -> log.add("called back at once"));
            assertThat(log).containsExactly("called back", "waited true", "called back at once");
            assertThat(latch.await(Duration.ZERO)).isTrue();
            assertThat(latch.name()).isEqualTo("first list");
        });
    }

    @Test
    void aCallbackThatThrowsIsAloneWithIt() {
        VirtualPlatform.simulate(1, platform -> {
            SyncLatch latch = new SyncLatch(platform, "first list");
            List<String> log = new ArrayList<>();
            Runnable failing = () -> {
                throw new IllegalStateException("a callback that fails");
            };
            latch.whenDone(failing);
            latch.whenDone(() -> log.add("called back"));
            latch.complete();
            latch.whenDone(failing);
            assertThat(log).containsExactly("called back");
        });
    }
}
