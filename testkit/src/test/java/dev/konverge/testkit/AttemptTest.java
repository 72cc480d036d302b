package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AttemptTest {
    private final AtomicInteger tries = new AtomicInteger();

    private void interrupted() throws InterruptedException {
        tries.incrementAndGet();
        throw new InterruptedException("stop");
    }

    @Test
    void anAssertionThatFailsIsTriedAgain() throws Exception {
        Attempt attempt = new Attempt(() -> assertThat(tries.incrementAndGet()).isEqualTo(3));
        assertThat(attempt.poll(Platform.real(), Duration.ofMinutes(1))).isTrue();
        assertThat(tries).hasValue(3);
    }

    @Test
    void anInterruptOfTheAssertionEndsTheWaiting() {
        Attempt attempt = new Attempt(this::interrupted);
        assertThatThrownBy(() -> attempt.poll(Platform.real(), Duration.ofSeconds(1)))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("stop");
        assertThat(tries).hasValue(1);
    }

    @Test
    void anInterruptOfTheAssertionEndsTheWaitingInVirtualTimeToo() {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            assertThatThrownBy(() -> cluster.eventually(this::interrupted))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            // Also takes the mark away, which would disturb what comes behind.
            assertThat(Thread.interrupted()).isTrue();
            assertThat(tries).hasValue(1);
        }
    }
}
