package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Producers, workers and interrupts on one queue, in many orders. */
class WorkQueueSimulationTest {
    @Test
    void noKeyIsInTwoHandsAndNoneIsLostWhateverTheOrder() { // WQ-8; 12.10 TestBasic
        for (long seed = 0; seed < 2_000; seed++) {
            VirtualPlatform.simulate(seed, platform -> new Plant(platform).run());
        }
    }

    private static final class Plant {
        private final VirtualPlatform platform;
        private final RandomGenerator random;
        private final WorkQueue<Integer> queue;
        private final Set<Integer> inHand = new HashSet<>();
        private final Map<Integer, Integer> lastAdd = new HashMap<>();
        private final Map<Integer, Integer> lastBegin = new HashMap<>();
        private int step;

        Plant(VirtualPlatform platform) {
            this.platform = platform;
            this.random = platform.random();
            WorkQueueBuilder<Integer> builder = WorkQueue.builder(platform);
            this.queue = random.nextBoolean()
                    ? builder.build()
                    : builder.priorities(Priorities.aging()).build();
        }

        void run() throws InterruptedException {
            List<Task> producers = startAll("producer", 1 + random.nextInt(3), this::produce);
            List<Task> workers = startAll("worker", 1 + random.nextInt(4), this::work);
            if (random.nextBoolean()) {
                // A worker that is interrupted leaves; the others do its work, if there are any.
                Task unlucky = workers.get(random.nextInt(workers.size()));
                platform.sleep(Duration.ofNanos(random.nextInt(300)));
                unlucky.close();
                workers.add(platform.start("substitute", this::work));
            }
            for (Task producer : producers) {
                assertThat(producer.join(Duration.ofDays(1))).isTrue();
            }
            platform.sleep(Duration.ofSeconds(1));
            assertThat(queue.len()).isZero();
            lastAdd.forEach((key, added) -> assertThat(Objects.requireNonNull(lastBegin.getOrDefault(key, -1)))
                    .as("key %s was handed out after its last add", key)
                    .isGreaterThan(added));
            end(workers);
        }

        private void end(List<Task> workers) throws InterruptedException {
            if (random.nextBoolean()) {
                queue.shutDown();
            } else {
                assertThat(queue.shutDownWithDrain()).isTrue();
            }
            for (Task worker : workers) {
                assertThat(worker.join(Duration.ofDays(1))).isTrue();
            }
            assertThat(inHand).isEmpty();
        }

        private List<Task> startAll(String name, int count, dev.konverge.base.Platform.Body body) {
            List<Task> tasks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tasks.add(platform.start(name + "-" + i, body));
            }
            return tasks;
        }

        private void produce() throws InterruptedException {
            for (int i = 0; i < 20; i++) {
                int key = random.nextInt(6);
                lastAdd.put(key, step++);
                int priority = random.nextInt(3);
                if (random.nextInt(3) == 0) {
                    queue.add(
                            key,
                            AddOptions.NOW.withPriority(priority).withAfter(Duration.ofNanos(random.nextInt(200))));
                } else {
                    queue.add(key, AddOptions.NOW.withPriority(priority));
                }
                if (random.nextBoolean()) {
                    platform.sleep(Duration.ofNanos(random.nextInt(50)));
                }
            }
        }

        private void work() throws InterruptedException {
            while (true) {
                try (Claim<Integer> claim = queue.get()) {
                    if (claim == null) {
                        return;
                    }
                    assertThat(inHand.add(claim.key()))
                            .as("key %s is in one hand", claim.key())
                            .isTrue();
                    lastBegin.put(claim.key(), step++);
                    try {
                        if (random.nextBoolean()) {
                            platform.sleep(Duration.ofNanos(random.nextInt(100)));
                        }
                    } catch (InterruptedException e) {
                        // Interrupted in the middle: what was begun is not done, so it goes back.
                        queue.add(claim.key());
                        throw e;
                    } finally {
                        inHand.remove(claim.key());
                    }
                }
            }
        }
    }
}
