package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queue by priorities as a user of controller-runtime knows it (12.14 of the checklist). */
class PriorityQueueTest {
    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final WorkQueue<String> queue = WorkQueue.<String>builder(platform)
            .priorities(Priorities.strict())
            .rateLimiter(new ItemExponentialFailureRateLimiter<>(ms(5), Duration.ofSeconds(1000)))
            .build();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @AfterEach
    void end() {
        platform.close();
    }

    private void add(String key, int priority) {
        queue.add(key, AddOptions.NOW.withPriority(priority));
    }

    private void addAfter(String key, int priority, Duration after) {
        queue.add(key, AddOptions.NOW.withPriority(priority).withAfter(after));
    }

    /** Takes and gives back all that is ready, in order. */
    private List<String> all() {
        List<String> keys = new ArrayList<>();
        for (Claim<String> claim = queue.poll(); claim != null; claim = queue.poll()) {
            keys.add(claim.key());
            claim.close();
        }
        return keys;
    }

    @Test
    void theHighestPriorityComesFirstAndInsideItTheFirstThatCame() {
        // PQ-2; "returns an item", "returns items in order"
        add("low", -100);
        add("b", 0);
        add("high", 7);
        add("a", 0);
        assertThat(all()).containsExactly("high", "b", "a", "low");
    }

    @Test
    void aKeyThatWaitsIsThereOnce() { // PQ-3; "de-duplicates items"
        add("a", 0);
        add("b", 0);
        add("a", 0);
        assertThat(queue.len()).isEqualTo(2);
        assertThat(all()).as("and keeps its place").containsExactly("a", "b");
    }

    @Test
    void aKeyThatIsRaisedGoesToTheEndOfItsNewPriority() {
        // PQ-3; "gets pushed to the front if the priority increases", "follows FIFO order in the new priority queue …"
        add("low", 0);
        add("raised", 0);
        add("first", 5);
        add("raised", 5);
        add("last", 5);
        assertThat(all()).containsExactly("first", "raised", "last", "low");
    }

    @Test
    void aKeyOfLowPriorityIsRaisedHoweverOftenItWasAddedBefore() { // PQ-3
        add("low", -100);
        for (int i = 0; i < 3; i++) {
            add("raised", -100);
        }
        queue.add("raised");
        assertThat(all()).containsExactly("raised", "low");
    }

    @Test
    void aKeyThatIsHeldIsHandedOutAgainAsSoonAsItIsReleased() throws Exception {
        // PQ-6; "returns an item as soon as its unlocked", "enqueues a locked item"
        add("a", 0);
        Claim<String> held = Objects.requireNonNull(queue.get());
        add("a", 3);
        assertThat(queue.poll()).isNull();
        List<String> log = new ArrayList<>();
        try (Task worker = platform.start("worker", () -> {
            try (Claim<String> claim = Objects.requireNonNull(queue.get())) {
                log.add(claim.key() + " " + claim.priority());
            }
        })) {
            platform.awaitQuiet();
            assertThat(log).isEmpty();
            held.close();
            platform.awaitQuiet();
            assertThat(log).containsExactly("a 3");
            assertThat(worker.isDone()).isTrue();
        }
    }

    @Test
    void aKeyThatIsAddedWhileItIsHeldKeepsThePlaceOfThatAdd() throws Exception { // PQ-2, PQ-6
        for (Priorities<String> priorities : List.of(Priorities.<String>strict(), Priorities.<String>aging())) {
            WorkQueue<String> places =
                    WorkQueue.<String>builder(platform).priorities(priorities).build();
            places.add("a");
            Claim<String> held = Objects.requireNonNull(places.get());
            places.add("a");
            platform.advance(ms(1));
            places.add("b");
            places.add("c");
            try (Claim<String> other = Objects.requireNonNull(places.poll())) {
                assertThat(other.key()).as("a is held and skipped").isEqualTo("b");
            }
            held.close();
            try (Claim<String> next = Objects.requireNonNull(places.poll())) {
                assertThat(next.key()).as("a was added before c").isEqualTo("a");
            }
            try (Claim<String> last = Objects.requireNonNull(places.poll())) {
                assertThat(last.key()).isEqualTo("c");
            }
            assertThat(places.poll()).isNull();
        }
    }

    @Test
    void theLengthCountsKeysThatAreReadyButHeld() throws Exception { // PQ-7, PQ-9
        List<QueueMetrics.Gauges> gauges = new ArrayList<>();
        WorkQueue<String> counted = WorkQueue.<String>builder(platform)
                .priorities(Priorities.strict())
                .metrics("counted", QueueMetricsTest.quiet(gauges))
                .build();
        counted.add("a");
        counted.add("b", AddOptions.NOW.withPriority(-100));
        counted.add("c", AddOptions.NOW.withAfter(ms(1)));
        try (Claim<String> held = Objects.requireNonNull(counted.get())) {
            assertThat(counted.len()).as("b; a runs, c is delayed").isEqualTo(1);
            counted.add(held.key(), AddOptions.NOW.withPriority(7));
            assertThat(counted.len()).as("a is ready, but held").isEqualTo(2);
            assertThat(gauges.getFirst().depth()).isEqualTo(2);
            assertThat(gauges.getFirst().readyByPriority()).isEqualTo(Map.of(-100, 1, 7, 1));
            counted.add(held.key(), AddOptions.NOW.withPriority(9));
            assertThat(gauges.getFirst().readyByPriority()).isEqualTo(Map.of(-100, 1, 9, 1));
        }
        assertThat(counted.len()).isEqualTo(2);
        counted.shutDownNow();
        assertThat(counted.len()).isZero();
    }

    @Test
    void aHeldKeyThatWasAddedIsForgottenWhenTheQueueIsShutDownAtOnce() throws Exception { // PQ-8
        List<QueueMetrics.Gauges> gauges = new ArrayList<>();
        WorkQueue<String> stopped = WorkQueue.<String>builder(platform)
                .priorities(Priorities.strict())
                .metrics("stopped", QueueMetricsTest.quiet(gauges))
                .build();
        stopped.add("a");
        try (Claim<String> held = Objects.requireNonNull(stopped.get())) {
            stopped.add(held.key());
            stopped.shutDownNow();
        }
        assertThat(stopped.poll()).isNull();
        assertThat(stopped.get()).isNull();
        assertThat(gauges.getFirst().depth()).isZero();
        assertThat(gauges.getFirst().readyByPriority()).isEmpty();
    }

    @Test
    void aRaiseOfAHeldKeyCountsToo() throws Exception { // PQ-3, PQ-6
        add("a", 0);
        Claim<String> held = Objects.requireNonNull(queue.get());
        add("a", -100);
        add("b", 0);
        add("a", 3);
        held.close();
        assertThat(all()).containsExactly("a", "b");
    }

    @Test
    void ofTwoDelaysTheShorterCounts() throws Exception { // PQ-3; "retains the lowest after duration"
        addAfter("a", 0, ms(20));
        addAfter("a", 0, ms(10));
        addAfter("a", 0, ms(30));
        platform.advance(ms(10));
        assertThat(all()).containsExactly("a");
        platform.advance(ms(100));
        assertThat(all()).as("and none of the others").isEmpty();
    }

    @Test
    void delayedKeysComeWhenTheirTimeIsOverAndNotBefore() throws Exception {
        // TestItemIsOnlyReturnedAfterAfterHasPassed, TestMultipleItemsWithAfterAreReturnedInCorrectOrder
        List<String> log = new ArrayList<>();
        try (Task worker = worker(log)) {
            addAfter("c", 0, ms(300));
            addAfter("a", 0, ms(100));
            addAfter("b", 9, ms(200));
            platform.advance(ms(99));
            assertThat(log).isEmpty();
            platform.advance(Duration.ofSeconds(1));
            assertThat(log).containsExactly("a@100", "b@200", "c@300");
            assertThat(worker.isDone()).isFalse();
        }
    }

    @Test
    void aShorterDelayWakesWhoWaitsForALongerOne() throws Exception { // TestItemIsReturnedAsSoonAsPossible
        List<String> log = new ArrayList<>();
        try (Task worker = worker(log)) {
            addAfter("a", 0, ms(5000));
            platform.advance(ms(10));
            addAfter("a", 0, ms(5));
            platform.advance(Duration.ofSeconds(10));
            assertThat(log).containsExactly("a@15");
            assertThat(worker.isDone()).isFalse();
        }
    }

    private Task worker(List<String> log) {
        return platform.start("worker", () -> {
            while (true) {
                try (Claim<String> claim = queue.get()) {
                    if (claim == null) {
                        return;
                    }
                    log.add(claim.key() + "@" + platform.clock().nanoTime() / 1_000_000);
                }
            }
        });
    }

    @Test
    void shuttingDownWhileKeysAreHandedOutLocksNobodyUp() {
        // PQ-8; TestPriorityQueueDoesNotDeadlockOnShutdownWhileHandingOutItems
        for (int seed = 0; seed < 100; seed++) {
            VirtualPlatform.simulate(seed, simulated -> {
                WorkQueue<Integer> shared = WorkQueue.<Integer>builder(simulated)
                        .priorities(Priorities.strict())
                        .build();
                List<Task> tasks = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    tasks.add(simulated.start("worker", () -> {
                        while (true) {
                            try (Claim<Integer> claim = shared.get()) {
                                if (claim == null) {
                                    return;
                                }
                                simulated.sleep(
                                        Duration.ofNanos(simulated.random().nextInt(3)));
                            }
                        }
                    }));
                }
                for (int i = 0; i < 10; i++) {
                    shared.add(i, AddOptions.NOW.withPriority(i % 3));
                    simulated.sleep(Duration.ofNanos(simulated.random().nextInt(3)));
                }
                shared.shutDownNow();
                for (Task task : tasks) {
                    assertThat(task.join(Duration.ofSeconds(1))).isTrue();
                }
            });
        }
    }

    @Test
    void limitsOfSeveralKeysDoNotAffectEachOther() throws Exception {
        // TestWhenAddingMultipleItemsWithRatelimitTrueTheyDontAffectEachOther
        for (String key : List.of("a", "b", "c")) {
            queue.add(key, AddOptions.NOW.withRateLimit());
        }
        platform.advance(ms(5));
        assertThat(all()).containsExactlyInAnyOrder("a", "b", "c");
        queue.add("a", AddOptions.NOW.withRateLimit());
        queue.add("d", AddOptions.NOW.withRateLimit());
        platform.advance(ms(5));
        assertThat(all()).as("the second time of a is twice as long").containsExactly("d");
        platform.advance(ms(5));
        assertThat(all()).containsExactly("a");
    }

    @Test
    void aKeyWhoseDelayIsOverCountsOnceWhenItIsAddedAgain() throws Exception {
        // PQ-9; TestMetricsAreUpdatedForItemWhoseRequeueAfterExpiredThatGetsAddedAgainWithoutRequeueAfter
        int[] adds = {0};
        List<QueueMetrics.Gauges> gauges = new ArrayList<>();
        WorkQueue<String> counted = WorkQueue.<String>builder(platform)
                .priorities(Priorities.strict())
                .metrics("counted", (name, figures) -> {
                    gauges.add(figures);
                    return new QueueMetrics() {
                        @Override
                        public void added(int count) {
                            adds[0] += count;
                        }

                        @Override
                        public void retried() {}

                        @Override
                        public void waited(Duration duration) {}

                        @Override
                        public void worked(Duration duration) {}
                    };
                })
                .build();
        counted.addAfter("a", ms(10));
        assertThat(adds[0]).isZero();
        assertThat(gauges.getFirst().depth()).isZero();
        platform.advance(ms(20));
        counted.add("a");
        assertThat(adds[0]).isEqualTo(1);
        assertThat(gauges.getFirst().depth()).isEqualTo(1);
        Objects.requireNonNull(counted.get()).close();
        assertThat(gauges.getFirst().depth()).isZero();
        assertThat(adds[0]).isEqualTo(1);
    }

    /** Groups by the first letter, and fails for the next key. */
    private static final class Groups {
        private boolean fails;

        private @Nullable Object of(String key) {
            if (fails) {
                fails = false;
                throw new IllegalStateException("no group for " + key);
            }
            return key.startsWith("-") ? null : key.charAt(0);
        }
    }

    private static List<String> allOf(WorkQueue<String> grouped) {
        List<String> keys = new ArrayList<>();
        for (Claim<String> claim = grouped.poll(); claim != null; claim = grouped.poll()) {
            keys.add(claim.key());
            claim.close();
        }
        return keys;
    }

    @Test
    void aGroupThatCannotBeToldCostsNoKey() throws Exception { // WQ-1, WQ-3, DQ-3, PQ-6
        var groups = new Groups();
        WorkQueue<String> grouped = WorkQueue.<String>builder(platform)
                .priorities(Priorities.<String>strict().withGroups(groups::of))
                .build();
        groups.fails = true;
        grouped.add("ready");
        grouped.add("ready", AddOptions.NOW.withPriority(3));
        assertThat(allOf(grouped)).containsExactly("ready");

        grouped.add("running");
        try (Claim<String> held = Objects.requireNonNull(grouped.get())) {
            groups.fails = true;
            grouped.add(held.key());
            assertThat(grouped.poll()).isNull();
        }
        grouped.add("other");
        assertThat(grouped.len()).isEqualTo(2);
        assertThat(allOf(grouped)).containsExactly("running", "other");

        grouped.addAfter("delayed", ms(1));
        platform.advance(ms(1));
        groups.fails = true;
        grouped.add("other");
        assertThat(groups.fails).as("it was asked for the delayed one").isFalse();
        grouped.add("delayed");
        assertThat(allOf(grouped)).containsExactly("delayed", "other");
        assertThat(grouped.shutDownWithDrain()).isTrue();
    }

    @Test
    void keysWithoutAGroupAreAGroup() {
        WorkQueue<String> grouped = WorkQueue.<String>builder(platform)
                .priorities(Priorities.<String>strict().withGroups(new Groups()::of))
                .build();
        List.of("-1", "-2", "a1", "a2").forEach(grouped::add);
        assertThat(allOf(grouped)).containsExactly("-1", "a1", "-2", "a2");
    }
}
