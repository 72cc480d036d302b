package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A worker that is not fast enough for the urgent keys alone, and what becomes of the others. */
class StarvationTest {
    private static final Duration WORK = Duration.ofMillis(10);

    /** Two urgent keys come for every one that is worked on. {@return when the low one had its turn} */
    private static Optional<Duration> turnOfTheLowOne(Priorities<String> priorities, int rounds) throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var queue =
                    WorkQueue.<String>builder(platform).priorities(priorities).build();
            queue.add("low", AddOptions.NOW.withPriority(AddOptions.LOW_PRIORITY));
            for (int i = 0; i < rounds; i++) {
                queue.add("urgent-a-" + i);
                queue.add("urgent-b-" + i);
                try (Claim<String> claim = Objects.requireNonNull(queue.get())) {
                    if (claim.key().equals("low")) {
                        return Optional.of(Duration.ofNanos(platform.clock().nanoTime()));
                    }
                    platform.sleep(WORK);
                }
            }
            return Optional.empty();
        }
    }

    @Test
    void underStrictPriorityALowKeyStarves()
            throws Exception { // PQ-2; 12.14 TestHighPriorityItemsAreReturnedBeforeLowPriorityItemMultipleTimes
        assertThat(turnOfTheLowOne(Priorities.strict(), 20_000)).isEmpty();
    }

    @Test
    void withAgingItIsPassedOnlyByWhatCameWithinItsHandicap() throws Exception {
        Duration handicap = Duration.ofMillis(100).multipliedBy(-AddOptions.LOW_PRIORITY);

        // 10 s of arrivals at twice the speed of the worker are 20 s of work, then it is the oldest.
        assertThat(turnOfTheLowOne(Priorities.aging(), 20_000))
                .hasValueSatisfying(turn -> assertThat(turn)
                        .isBetween(handicap, handicap.multipliedBy(2).plus(WORK.multipliedBy(2))));
    }

    @Test
    void aLoudGroupDelaysAQuietOneByOneTurn() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var queue = WorkQueue.<String>builder(platform)
                    .priorities(Priorities.<String>aging().withGroups(key -> key.substring(0, key.indexOf('/'))))
                    .build();
            for (int i = 0; i < 10_000; i++) {
                queue.add("loud/" + i);
            }
            queue.add("quiet/1");
            queue.add("quiet/2");
            List<String> first = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                try (Claim<String> claim = Objects.requireNonNull(queue.get())) {
                    first.add(claim.key());
                }
            }
            assertThat(first).containsExactly("loud/0", "quiet/1", "loud/1", "quiet/2");
        }
    }

    @Test
    void aQuietGroupOfALowPriorityIsServedToo() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var queue = WorkQueue.<String>builder(platform)
                    .priorities(Priorities.<String>aging()
                            .withAgingPerPoint(Duration.ofMillis(1))
                            .withGroups(key -> key.charAt(0)))
                    .build();
            queue.add("quiet", AddOptions.NOW.withPriority(-100));
            for (int i = 0; i < 50; i++) {
                queue.add("low-" + i, AddOptions.NOW.withPriority(-100));
            }
            int handouts = 0;
            boolean served = false;
            for (int i = 0; i < 1000 && !served; i++) {
                queue.add("urgent-" + i);
                try (Claim<String> claim = Objects.requireNonNull(queue.get())) {
                    served = claim.key().equals("quiet");
                    handouts++;
                    platform.sleep(Duration.ofMillis(5));
                }
            }
            assertThat(served).isTrue();
            assertThat(handouts).isLessThan(25);
        }
    }

    @Test
    void anUpdateDoesNotPutAKeyOfTheInitialListBehindTheRestOfIt() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var queue = WorkQueue.<Integer>builder(platform)
                    .priorities(Priorities.aging())
                    .build();
            for (int key = 0; key < 5_000; key++) {
                queue.add(key, AddOptions.NOW.withPriority(AddOptions.LOW_PRIORITY));
            }
            platform.sleep(Duration.ofSeconds(15));
            queue.add(3);
            for (int key = 0; key < 5; key++) {
                try (Claim<Integer> claim = Objects.requireNonNull(queue.get())) {
                    assertThat(claim.key()).isEqualTo(key);
                    assertThat(claim.priority()).isEqualTo(key == 3 ? 0 : AddOptions.LOW_PRIORITY);
                }
            }
        }
    }

    /** A key of one of many namespaces, and when it stands in line. */
    private record Standing(int key, int namespace, int priority, long time) {}

    @Test
    void howeverManyNamespacesTakeTurnsNobodyIsPassedByWhoStandsLaterInAnotherPriority() { // PQ-2
        for (long seed = 0; seed < 50; seed++) {
            long run = seed;
            VirtualPlatform.simulate(seed, platform -> {
                var random = new SplittableRandom(run);
                Map<Integer, Standing> waiting = new HashMap<>();
                WorkQueue<Integer> queue = WorkQueue.<Integer>builder(platform)
                        .priorities(Priorities.<Integer>aging()
                                .withAgingPerPoint(Duration.ofNanos(50))
                                .withGroups(key ->
                                        Objects.requireNonNull(waiting.get(key)).namespace()))
                        .build();
                for (int key = 0; key < 1_500; key++) {
                    int priority = random.nextInt(7) - 3;
                    // Half of the keys are of one loud namespace.
                    int namespace = random.nextBoolean() ? 0 : random.nextInt(100);
                    long time = platform.clock().nanoTime() - priority * 50L;
                    waiting.put(key, new Standing(key, namespace, priority, time));
                    queue.add(key, AddOptions.NOW.withPriority(priority));
                    platform.sleep(Duration.ofNanos(random.nextInt(3)));
                    if (random.nextInt(3) == 0) {
                        takeAndCheck(queue, waiting, run);
                    }
                }
                while (queue.len() > 0) {
                    takeAndCheck(queue, waiting, run);
                }
                assertThat(waiting).as("seed %s", run).isEmpty();
            });
        }
    }

    private static void takeAndCheck(WorkQueue<Integer> queue, Map<Integer, Standing> waiting, long seed) {
        try (Claim<Integer> claim = Objects.requireNonNull(queue.poll())) {
            Standing taken = Objects.requireNonNull(waiting.remove(claim.key()));
            for (Standing other : waiting.values()) {
                if (other.priority() != taken.priority() && other.time() < taken.time()) {
                    throw new AssertionError(taken + " has passed " + other + ", seed " + seed);
                }
            }
        }
    }

    /** Adds at random, and takes all. {@return how many went before the one that may be raised} */
    private static int turnOfTheRaised(long seed, boolean raised, Priorities<Integer> priorities) {
        int[] turn = {-1};
        VirtualPlatform.simulate(seed, platform -> {
            var random = new SplittableRandom(seed);
            var queue =
                    WorkQueue.<Integer>builder(platform).priorities(priorities).build();
            int raiseAt = random.nextInt(30);
            queue.add(0, AddOptions.NOW.withPriority(-3));
            int taken = 0;
            for (int key = 1; key <= 40; key++) {
                queue.add(key, AddOptions.NOW.withPriority(random.nextInt(7) - 3));
                platform.sleep(Duration.ofNanos(random.nextInt(20)));
                if (raised && key == raiseAt && turn[0] < 0) {
                    queue.add(0, AddOptions.NOW.withPriority(random.nextInt(7) - 3));
                }
                random = new SplittableRandom(seed * 1_000 + key);
                if (random.nextInt(3) == 0) {
                    taken += take(queue, taken, turn);
                }
            }
            while (queue.len() > 0) {
                taken += take(queue, taken, turn);
            }
        });
        return turn[0];
    }

    private static int take(WorkQueue<Integer> queue, int before, int[] turn) {
        try (Claim<Integer> claim = queue.poll()) {
            if (claim != null && claim.key() == 0) {
                turn[0] = before;
            }
            return claim == null ? 0 : 1;
        }
    }

    @Test
    void aRaiseNeverDelays() { // PQ-3
        int moved = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            Priorities<Integer> aging = Priorities.<Integer>aging().withAgingPerPoint(Duration.ofNanos(50));
            int untouched = turnOfTheRaised(seed, false, aging);
            int raised = turnOfTheRaised(seed, true, aging);
            assertThat(raised).as("seed %s", seed).isBetween(0, untouched);
            moved += raised < untouched ? 1 : 0;
        }
        assertThat(moved).as("and often speeds up").isGreaterThan(200);
    }

    @Test
    void aRaiseDoesNotTakeTheTurnThatAKeyHas() throws Exception {
        try (var platform = new VirtualPlatform(1)) {
            var queue = WorkQueue.<String>builder(platform)
                    .priorities(Priorities.<String>aging()
                            .withAgingPerPoint(Duration.ofNanos(10))
                            .withGroups(key -> key.charAt(0)))
                    .build();
            queue.add("a1");
            queue.add("a2");
            platform.sleep(Duration.ofNanos(40));
            queue.add("x", AddOptions.NOW);
            platform.sleep(Duration.ofNanos(60));
            for (int i = 0; i < 50; i++) {
                queue.add("x" + i, AddOptions.NOW.withPriority(5));
            }
            try (Claim<String> first = Objects.requireNonNull(queue.get())) {
                assertThat(first.key()).isEqualTo("a1");
            }
            queue.add("x", AddOptions.NOW.withPriority(5));
            try (Claim<String> second = Objects.requireNonNull(queue.get())) {
                assertThat(second.key()).as("it was its turn, before the raise").isEqualTo("x");
            }
        }
    }
}
