package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SyncResultTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final VirtualPlatform platform = new VirtualPlatform(1);

    /** One that is done after so long, and not sooner whatever happens. */
    private final class Late implements DoneChecker {
        private final Duration after;
        private final List<Duration> timeouts = new ArrayList<>();

        Late(Duration after) {
            this.after = after;
        }

        @Override
        public String name() {
            return "late";
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public boolean await(Duration timeout) throws InterruptedException {
            timeouts.add(timeout);
            // As all of them do: what is left is added to the time of then.
            long deadline = platform.clock().deadlineAfter(timeout);
            long done = platform.clock().deadlineAfter(after);
            platform.advance(
                    Duration.ofNanos(Math.min(deadline, done) - platform.clock().nanoTime()));
            // Nobody wakes at the very moment.
            platform.advance(Duration.ofMillis(1));
            return done <= deadline;
        }

        @Override
        public void whenDone(Runnable callback) {
            throw new UnsupportedOperationException("nobody is called back here");
        }
    }

    private SyncResult await(Map<String, DoneChecker> checkers, Duration timeout) throws InterruptedException {
        return SyncResult.await(platform.clock(), new TreeMap<>(checkers), timeout);
    }

    @Test
    void whoWaitsForeverIsNeverLate() throws InterruptedException {
        Late first = new Late(Duration.ofDays(1));
        Late second = new Late(Duration.ofDays(1));
        assertThat(await(Map.of("a", first, "b", second), FOREVER).isComplete()).isTrue();
        assertThat(second.timeouts).allMatch(left -> left.compareTo(Duration.ofDays(36_500)) > 0);
        platform.close();
    }

    @Test
    void oneTimeoutIsForAllOfThem() throws InterruptedException {
        Late first = new Late(Duration.ofSeconds(4));
        Late second = new Late(Duration.ofSeconds(4));
        Late third = new Late(Duration.ofSeconds(4));
        SyncResult result = await(Map.of("a", first, "b", second, "c", third), Duration.ofSeconds(7));
        assertThat(result.synced()).isEqualTo(Map.of("a", true, "b", false, "c", false));
        assertThat(third.timeouts).containsExactly(Duration.ZERO);
        assertThatThrownBy(result::orThrow).hasMessage("failed to sync all caches: b, c: timed out");
        platform.close();
    }

    @Test // 4.6: WaitForCacheSync, WaitFor
    void severalThingsAreWaitedForByTheirNames() throws InterruptedException {
        SyncLatch pods = new SyncLatch(platform, "pods");
        SyncLatch services = new SyncLatch(platform, "services");
        SyncLatch others = new SyncLatch(platform, "services");
        pods.complete();
        others.complete();
        SyncResult result = SyncResult.await(platform.clock(), Duration.ofSeconds(7), pods, services, others);
        assertThat(result.synced()).isEqualTo(Map.of("pods", true, "services", false));
        services.complete();
        assertThat(SyncResult.await(platform.clock(), Duration.ZERO, pods, services, others)
                        .isComplete())
                .isTrue();
        platform.close();
    }

    @Test
    void aTimeoutBelowZeroIsNone() throws InterruptedException {
        Late only = new Late(Duration.ofSeconds(1));
        assertThat(await(Map.of("a", only), Duration.ofSeconds(-1)).isComplete())
                .isFalse();
        assertThat(only.timeouts).containsExactly(Duration.ZERO);
        platform.close();
    }
}
