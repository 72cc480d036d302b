package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The queue beside {@link NaiveQueue}: the same calls, the same answers. */
class WorkQueueModelTest {
    private static final int RUNS = 60;
    private static final int CALLS_A_RUN = 2_000;
    private static final long AGING = 1_000;

    private record Because(int number) implements Cause {}

    enum Kind {
        FIFO,
        FIFO_SUPERSEDING,
        STRICT,
        AGING_AND_FAIR
    }

    private static WorkQueue<Integer> queueOf(Kind kind, VirtualPlatform platform) {
        WorkQueueBuilder<Integer> builder = WorkQueue.builder(platform);
        return switch (kind) {
            case FIFO -> builder.build();
            case FIFO_SUPERSEDING -> builder.immediateAddSupersedesDelay(true).build();
            case STRICT ->
                builder.priorities(Priorities.<Integer>strict().withGroups(key -> key % 3))
                        .immediateAddSupersedesDelay(false)
                        .build();
            case AGING_AND_FAIR ->
                builder.priorities(Priorities.<Integer>aging()
                                .withGroups(key -> key % 3)
                                .withAgingPerPoint(Duration.ofNanos(AGING)))
                        .build();
        };
    }

    private static NaiveQueue modelOf(Kind kind) {
        return switch (kind) {
            case FIFO -> new NaiveQueue(false, Optional.empty(), false);
            case FIFO_SUPERSEDING -> new NaiveQueue(false, Optional.empty(), true);
            case STRICT -> new NaiveQueue(true, Optional.empty(), false);
            case AGING_AND_FAIR -> new NaiveQueue(true, Optional.of(AGING), true);
        };
    }

    @ParameterizedTest
    @EnumSource
    void itDoesWhatTheModelDoes(Kind kind) { // WQ-1 to WQ-8, DQ-1 to DQ-7, PQ-1 to PQ-6; 12.14 TestFuzzPriorityQueue
        for (long seed = 0; seed < RUNS; seed++) {
            long run = seed;
            VirtualPlatform.simulate(seed, platform -> new Run(kind, run, platform).go());
        }
    }

    @Test
    void thatIsAtLeastAHundredThousandCallsAKind() {
        assertThat(RUNS * CALLS_A_RUN).isGreaterThanOrEqualTo(100_000);
    }

    private static final class Run {
        private final VirtualPlatform platform;
        private final SplittableRandom random;
        private final WorkQueue<Integer> queue;
        private final NaiveQueue model;
        private final Map<Integer, Claim<Integer>> claims = new HashMap<>();
        private final int keys;

        Run(Kind kind, long seed, VirtualPlatform platform) {
            this.platform = platform;
            this.random = new SplittableRandom(seed);
            this.queue = queueOf(kind, platform);
            this.model = modelOf(kind);
            this.keys = 2 + random.nextInt(40);
        }

        private long now() {
            return platform.clock().nanoTime();
        }

        void go() throws InterruptedException {
            for (int i = 0; i < CALLS_A_RUN; i++) {
                call(random.nextInt(10));
                if (random.nextInt(10) == 0) {
                    assertThat(queue.len()).as("call %s", i).isEqualTo(len());
                }
            }
        }

        private int len() {
            model.promote(now());
            return model.len();
        }

        private void call(int choice) throws InterruptedException {
            switch (choice) {
                case 0, 1, 2 -> add();
                case 3, 4 -> addAfter();
                case 5, 6 -> poll();
                case 7, 8 -> done();
                default -> platform.sleep(Duration.ofNanos(random.nextInt(2_000)));
            }
        }

        private void add() {
            int key = random.nextInt(keys);
            int priority = random.nextInt(4) - 2;
            Set<Cause> causes = causes();
            model.promote(now());
            model.add(key, priority, causes, now());
            queue.add(key, new AddOptions(Duration.ZERO, false, priority, causesOf(causes)));
        }

        private void addAfter() {
            int key = random.nextInt(keys);
            int priority = random.nextInt(4) - 2;
            Set<Cause> causes = causes();
            long delay = 1L + random.nextInt(5_000);
            while (model.hasDeadline(now() + delay)) {
                delay++; // Which of two equal deadlines comes first is nobody's promise.
            }
            model.promote(now());
            model.addAt(key, now() + delay, priority, causes, now());
            queue.add(key, new AddOptions(Duration.ofNanos(delay), false, priority, causesOf(causes)));
        }

        private Set<Cause> causes() {
            // Few enough that a hand-out never has more than the queue keeps.
            return random.nextInt(3) == 0 ? Set.of(new Because(random.nextInt(Causes.BOUND))) : Set.of();
        }

        private static Causes causesOf(Set<Cause> causes) {
            return causes.stream().map(Causes::of).reduce(Causes.NONE, Causes::and);
        }

        private void poll() {
            Optional<NaiveQueue.Handout> expected = model.poll(now());
            Claim<Integer> claim = queue.poll();
            assertThat(Optional.ofNullable(claim)
                            .map(c -> new NaiveQueue.Handout(
                                    c.key(), c.priority(), c.causes().all())))
                    .isEqualTo(expected);
            if (claim != null) {
                assertThat(claims.put(claim.key(), claim)).as("in two hands").isNull();
            }
        }

        private void done() {
            if (!claims.isEmpty()) {
                int key = new LinkedHashSet<>(claims.keySet())
                        .stream()
                                .skip(random.nextInt(claims.size()))
                                .findFirst()
                                .orElseThrow();
                model.promote(now());
                model.done(key, now());
                try (Claim<Integer> claim = claims.remove(key)) {
                    assertThat(claim).isNotNull();
                }
            }
        }
    }
}
