package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What fails and cannot even be logged costs no more than what fails. */
class GuardedLogTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);

    @AfterEach
    void end() {
        platform.close();
    }

    /** No log can write it. */
    private static final class Unsayable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    @Test
    void aKeyIsNotLostByFiguresOfWhichNothingCanBeLogged() throws InterruptedException {
        QueueMetrics failing = new QueueMetrics() {
            @Override
            public void added(int count) {
                throw new Unsayable();
            }

            @Override
            public void retried() {
                throw new Unsayable();
            }

            @Override
            public void waited(Duration duration) {
                throw new Unsayable();
            }

            @Override
            public void worked(Duration duration) {
                throw new Unsayable();
            }
        };
        WorkQueue<String> queue = WorkQueue.<String>builder(platform)
                .metrics("test", (name, gauges) -> failing)
                .build();
        queue.addRateLimited("a");
        platform.advance(Duration.ofSeconds(1));
        try (Claim<String> claim = Objects.requireNonNull(queue.get())) {
            queue.add(claim.key());
        }
        assertThat(Objects.requireNonNull(queue.poll()).key()).isEqualTo("a");
    }

    @Test
    void aKeyWithoutAWordForItsGroupIsHandedOut() {
        WorkQueue<String> queue = WorkQueue.<String>builder(platform)
                .priorities(Priorities.<String>aging().withGroups(key -> {
                    throw new Unsayable();
                }))
                .build();
        queue.add("a");
        assertThat(Objects.requireNonNull(queue.poll()).key()).isEqualTo("a");
    }

    @Test
    void aClaimIsReleasedWhateverTheOrderingThrowsAtItsReturn() {
        var ordering = new OrderThatRefuses();
        WorkQueue<String> queue =
                WorkQueue.<String>builder(platform).ordering(ordering).build();
        queue.add("a");
        Claim<String> claim = Objects.requireNonNull(queue.poll());
        queue.add("a");
        ordering.refuses = true;
        claim.close();
        ordering.refuses = false;
        queue.add("a");
        assertThat(Objects.requireNonNull(queue.poll()).key()).isEqualTo("a");
    }

    private static final class OrderThatRefuses implements Ordering<String> {
        private final Deque<String> keys = new ArrayDeque<>();
        private boolean refuses;

        @Override
        public void push(String key) {
            if (refuses) {
                throw new Unsayable();
            }
            keys.add(key);
        }

        @Override
        public void touch(String key) {
            // Its place stays.
        }

        @Override
        public @Nullable String pop() {
            return keys.poll();
        }

        @Override
        public int len() {
            return keys.size();
        }
    }
}
