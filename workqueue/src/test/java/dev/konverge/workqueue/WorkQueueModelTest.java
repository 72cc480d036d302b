package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The queue beside {@link NaiveQueue}: the same calls, the same answers. */
class WorkQueueModelTest {
    private static final int RUNS = 60;
    private static final int CALLS_A_RUN = 2_000;
    private static final long AGING = 1_000;
    private static final Duration FIRST_RETRY = Duration.ofNanos(700);
    private static final Duration LAST_RETRY = Duration.ofHours(1);

    /** Two to the power of this many nanoseconds are two hours: all wheels of the delays but those for days. */
    private static final int LONGEST_BITS = 43;

    private record Because(int number) implements Cause {}

    enum Kind {
        FIFO,
        FIFO_SUPERSEDING,
        STRICT,
        AGING_AND_FAIR
    }

    private static WorkQueue<Integer> queueOf(Kind kind, WorkQueueBuilder<Integer> builder) {
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
    void itDoesWhatTheModelDoes(
            Kind kind) { // WQ-1 to WQ-8, DQ-1 to DQ-7, 6.3, PQ-1 to PQ-9; 12.14 TestFuzzPriorityQueue
        for (long seed = 0; seed < RUNS; seed++) {
            long run = seed;
            VirtualPlatform.simulate(seed, platform -> {
                var random = new SplittableRandom(run);
                int calls = 0;
                while (calls < CALLS_A_RUN) {
                    calls += new Life(kind, random, platform).go();
                }
            });
        }
    }

    @Test
    void thatIsAtLeastAHundredThousandCallsAKind() {
        assertThat(RUNS * CALLS_A_RUN).isGreaterThanOrEqualTo(100_000);
    }

    /** A queue from its making to its end. */
    private static final class Life {
        private final VirtualPlatform platform;
        private final SplittableRandom random;
        private final WorkQueue<Integer> queue;
        private final NaiveQueue model;
        private final List<QueueMetrics.Gauges> gauges = new ArrayList<>();
        private final Map<Integer, Claim<Integer>> claims = new HashMap<>();
        private final Map<Integer, Integer> failures = new HashMap<>();
        private final int keys;

        private boolean shutDown;
        private boolean stopped;
        private boolean draining;
        private @Nullable Task drain;
        private boolean drainIsOver;
        private @Nullable Boolean drained;

        Life(Kind kind, SplittableRandom random, VirtualPlatform platform) {
            this.platform = platform;
            this.random = random;
            WorkQueueBuilder<Integer> builder = WorkQueue.<Integer>builder(platform)
                    .rateLimiter(new ItemExponentialFailureRateLimiter<>(FIRST_RETRY, LAST_RETRY));
            if (random.nextBoolean()) {
                builder.metrics("measured", QueueMetricsTest.quiet(gauges));
            }
            this.queue = queueOf(kind, builder);
            this.model = modelOf(kind);
            this.keys = 2 + random.nextInt(40);
        }

        private long now() {
            return platform.clock().nanoTime();
        }

        /** {@return how many calls it made} */
        int go() throws InterruptedException {
            int open = random.nextInt(1_000);
            int closing = random.nextInt(100);
            for (int i = 0; i < open + closing; i++) {
                if (i >= open && random.nextInt(20) == 0) {
                    shutDown();
                }
                call(random.nextInt(24));
                if (random.nextInt(10) == 0) {
                    look();
                }
            }
            end();
            return open + closing;
        }

        private void look() {
            model.promote(now());
            assertThat(queue.len()).isEqualTo(model.len());
            assertThat(queue.shuttingDown()).isEqualTo(shutDown);
            for (QueueMetrics.Gauges figures : gauges) {
                assertThat(figures.depth()).isEqualTo(model.depth());
                assertThat(figures.readyByPriority()).isEqualTo(model.depthByPriority());
            }
        }

        private void call(int choice) throws InterruptedException {
            switch (choice) {
                case 0, 1, 2, 3, 4, 5, 6 -> add();
                case 7, 8, 9, 10 -> addAfter();
                case 11, 12 -> addRateLimited();
                case 13 -> forget();
                case 14, 15, 16, 17 -> poll();
                case 18, 19, 20, 21 -> done();
                case 22 -> platform.sleep(Duration.ofNanos(random.nextInt(2_000)));
                default -> platform.sleep(Duration.ofNanos(anyDelay()));
            }
        }

        /** From nanoseconds to hours, each order of magnitude as often as the others. */
        private long anyDelay() {
            return random.nextLong(1, 2L << random.nextInt(LONGEST_BITS));
        }

        private void add() {
            int key = random.nextInt(keys);
            int priority = random.nextInt(4) - 2;
            List<Cause> causes = causes();
            model.promote(now());
            model.add(key, priority, causes, now());
            queue.add(key, new AddOptions(Duration.ZERO, false, priority, causesOf(causes)));
        }

        private void addAfter() {
            long delay = random.nextBoolean() ? 1L + random.nextInt(5_000) : anyDelay();
            while (model.hasDeadline(now() + delay)) {
                delay++; // Which of two equal deadlines comes first is nobody's promise.
            }
            addAt(random.nextInt(keys), delay, Duration.ofNanos(delay), false);
        }

        private void addRateLimited() {
            int key = random.nextInt(keys);
            int failed = failures.getOrDefault(key, 0);
            long limit = failed > 40 ? LAST_RETRY.toNanos() : FIRST_RETRY.toNanos() << failed;
            limit = Math.min(limit, LAST_RETRY.toNanos());
            long after = random.nextInt(3) == 0 ? anyDelay() : 0;
            long delay = after > 0 ? Math.min(after, limit) : limit;
            if (model.hasDeadline(now() + delay)) {
                return;
            }
            failures.put(key, failed + 1);
            addAt(key, delay, Duration.ofNanos(after), true);
            assertThat(queue.numRequeues(key)).isEqualTo(failed + 1);
        }

        private void addAt(int key, long delay, Duration after, boolean rateLimited) {
            int priority = random.nextInt(4) - 2;
            List<Cause> causes = causes();
            model.promote(now());
            model.addAt(key, now() + delay, priority, causes, now());
            queue.add(key, new AddOptions(after, rateLimited, priority, causesOf(causes)));
        }

        private void forget() {
            int key = random.nextInt(keys);
            failures.remove(key);
            queue.forget(key);
            assertThat(queue.numRequeues(key)).isZero();
        }

        /** Often none, and of more different ones than a queue keeps. */
        private List<Cause> causes() {
            List<Cause> causes = new ArrayList<>();
            while (random.nextInt(3) == 0) {
                causes.add(new Because(random.nextInt(2 * Causes.BOUND)));
            }
            return causes;
        }

        private static Causes causesOf(List<Cause> causes) {
            return causes.stream().map(Causes::of).reduce(Causes.NONE, Causes::and);
        }

        private void poll() throws InterruptedException {
            Optional<NaiveQueue.Handout> expected = model.poll(now());
            boolean waits = expected.isEmpty() && !isOver();
            Claim<Integer> claim = waits || random.nextBoolean() ? queue.poll() : queue.get();
            assertThat(Optional.ofNullable(claim).map(c -> new NaiveQueue.Handout(c.key(), c.priority(), c.causes())))
                    .isEqualTo(expected);
            if (claim != null) {
                assertThat(claims.put(claim.key(), claim)).as("in two hands").isNull();
            }
        }

        /** Whether a worker is told to leave. */
        private boolean isOver() {
            return stopped || (shutDown && !model.hasReady() && !(draining && model.running() > 0));
        }

        private void done() {
            if (!claims.isEmpty()) {
                release(List.copyOf(claims.keySet()).get(random.nextInt(claims.size())));
            }
        }

        private void release(int key) {
            model.promote(now());
            model.done(key, now());
            try (Claim<Integer> claim = claims.remove(key)) {
                assertThat(claim).isNotNull();
            }
            expectDrain(model.isDrained());
        }

        private void shutDown() {
            model.promote(now());
            switch (random.nextInt(4)) {
                case 0 -> {
                    shutDown = true;
                    queue.shutDownNow();
                    model.shutDownNow();
                    stopped = true;
                    expectDrain(true);
                }
                case 1 -> {
                    shutDown = true;
                    queue.shutDown();
                    model.shutDown();
                    draining = false;
                    expectDrain(true);
                }
                default -> startDrain();
            }
        }

        private void startDrain() {
            if (drain == null) {
                model.startDrain();
                shutDown = true;
                draining = true;
                drain = platform.start("drain", () -> drained = queue.shutDownWithDrain());
                expectDrain(model.running() == 0);
            }
        }

        /** @param over whether a drain that was under way is over by now */
        private void expectDrain(boolean over) {
            if (drain != null) {
                drainIsOver |= over;
                platform.awaitQuiet();
                assertThat(drained != null).as("drained").isEqualTo(drainIsOver);
            }
        }

        private void end() throws InterruptedException {
            while (!claims.isEmpty()) {
                release(claims.keySet().iterator().next());
            }
            queue.shutDownNow();
            assertThat(queue.get()).isNull();
            if (drain != null) {
                platform.awaitQuiet();
                assertThat(drain.isDone()).isTrue();
                drain.close();
            }
        }
    }
}
