package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private final VirtualPlatform platform = new VirtualPlatform(42);
    private final WorkQueue<String> queue = WorkQueue.<String>builder(platform).build();
    private final List<String> log = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @AfterEach
    void nothingIsLeftRunning() {
        tasks.forEach(Task::close);
        platform.close();
    }

    private Task start(String name, Platform.Body body) {
        Task task = platform.start(name, body);
        tasks.add(task);
        return task;
    }

    /** Takes keys until told to leave, and logs each with the time in milliseconds. */
    private Task startWorker(String name, Duration work) {
        return start(name, () -> {
            while (true) {
                try (Claim<String> claim = queue.get()) {
                    if (claim == null) {
                        log.add(name + " left");
                        return;
                    }
                    log.add(claim.key() + "@" + platform.clock().nanoTime() / 1_000_000);
                    if (work.isPositive()) {
                        platform.sleep(work);
                    }
                }
            }
        });
    }

    private Claim<String> claim() throws InterruptedException {
        return Objects.requireNonNull(queue.get());
    }

    // ---- waiting

    @Test
    void aQueueStartsNothing() {
        assertThat(platform.liveTasks()).isEmpty();
    }

    @Test
    void getWaitsForAnAdd() { // WQ-2
        startWorker("worker", Duration.ZERO);
        platform.awaitQuiet();
        assertThat(log).isEmpty();
        queue.add("a");
        platform.awaitQuiet();
        assertThat(log).containsExactly("a@0");
    }

    @Test
    void anOrderingIsToldOfEveryDuplicate() { // WQ-1 "touch"
        List<String> touched = new ArrayList<>();
        Deque<String> ready = new ArrayDeque<>();
        WorkQueue<String> ordered = WorkQueue.<String>builder(platform)
                .ordering(new Ordering<>() {
                    @Override
                    public void push(String key) {
                        ready.add(key);
                    }

                    @Override
                    public void touch(String key) {
                        touched.add(key);
                    }

                    @Override
                    public @Nullable String pop() {
                        return ready.poll();
                    }

                    @Override
                    public int len() {
                        return ready.size();
                    }
                })
                .build();
        for (int i = 0; i < 4; i++) {
            ordered.add("a");
        }
        assertThat(touched).hasSize(3);
        assertThat(ordered.len()).isEqualTo(1);
    }

    @Test
    void everyAddedKeyFindsAWaitingWorker() throws Exception {
        for (int i = 0; i < 100; i++) {
            startWorker("worker-" + i, ms(1000));
        }
        platform.awaitQuiet();
        for (int i = 0; i < 100; i++) {
            queue.add("key-" + i);
        }
        platform.awaitQuiet();
        assertThat(log)
                .as("a hundred workers at once, none of them after another")
                .hasSize(100);
        platform.advance(ms(1000));
    }

    @Test
    void thousandsMayWait() throws InterruptedException { // WQ-2, WQ-5
        Platform machine = Platform.real();
        WorkQueue<Integer> shared = WorkQueue.<Integer>builder(machine).build();
        var handedOut = new ConcurrentLinkedQueue<Integer>();
        List<Task> crowd = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            crowd.add(machine.start("worker-" + i, () -> {
                // One each, so that all of them have to be reached.
                try (Claim<Integer> claim = shared.get()) {
                    handedOut.add(Objects.requireNonNull(claim).key());
                }
            }));
        }
        for (int i = 0; i < 5_000; i++) {
            shared.add(i);
        }
        for (Task worker : crowd) {
            assertThat(worker.join(Duration.ofMinutes(1))).isTrue();
        }
        assertThat(handedOut).hasSize(5_000).doesNotHaveDuplicates();
    }

    @Test
    void aSecondWorkerWaitsForTheReleaseOfTheKey() throws Exception { // WQ-8, 12.10 TestCollapseWhileProcessing
        queue.add("a");
        Claim<String> held = claim();
        queue.add("a");
        startWorker("second", Duration.ZERO);
        platform.advance(ms(10));
        assertThat(log).isEmpty();
        held.close();
        platform.awaitQuiet();
        assertThat(log).containsExactly("a@10");
    }

    @Test
    void aKeyIsReleasedWhateverTheWorkEndsWith() {
        queue.add("a");
        assertThatThrownBy(() -> {
                    try (Claim<String> claim = queue.get()) {
                        throw new StackOverflowError(String.valueOf(claim));
                    }
                })
                .isInstanceOf(StackOverflowError.class)
                .hasMessage("Claim[a]");
        queue.add("a");
        assertThat(queue.len()).isEqualTo(1);
    }

    @Test
    void anInterruptedWorkerLeavesItsWakeUpToAnother() {
        for (int first = 0; first < 2; first++) {
            Task one = startWorker("one", Duration.ZERO);
            Task two = startWorker("two", Duration.ZERO);
            platform.awaitQuiet();
            // Woken and interrupted before it could look, in either order.
            if (first == 0) {
                queue.add("key");
                one.interrupt();
                two.interrupt();
            } else {
                one.interrupt();
                queue.add("key");
            }
            Task three = startWorker("three", Duration.ZERO);
            platform.awaitQuiet();
            assertThat(log).as("round %s", first).containsExactly("key@0");
            log.clear();
            one.close();
            two.close();
            three.close();
        }
    }

    // ---- delays

    @Test
    void aWaitingWorkerWakesUpForADelayedKey() throws Exception { // DQ-1, DQ-7; 12.10 TestSimpleQueue
        startWorker("worker", Duration.ZERO);
        queue.addAfter("a", ms(50));
        platform.advance(ms(49));
        assertThat(log).isEmpty();
        platform.advance(ms(1));
        assertThat(log).containsExactly("a@50");
        platform.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@50");
    }

    @Test
    void noDelayOrLessIsAnAddAtOnce() { // DQ-1
        queue.addAfter("a", Duration.ZERO);
        queue.addAfter("b", ms(-5));
        queue.addAfter("c", Duration.ofSeconds(Long.MIN_VALUE));
        assertThat(queue.len()).isEqualTo(3);
    }

    @Test
    void aDelayBeyondCountingIsNeverOver() throws Exception {
        queue.addAfter("a", Duration.ofSeconds(Long.MAX_VALUE));
        platform.advance(Duration.ofDays(36_500));
        assertThat(queue.len()).isZero();
    }

    @Test
    void anEarlierDeadlineWakesTheWorkersInTime() throws Exception { // DQ-2, DQ-4; 12.10 TestAddTwoFireEarly
        startWorker("one", Duration.ZERO);
        startWorker("two", Duration.ZERO);
        queue.addAfter("third", ms(100));
        platform.awaitQuiet();
        queue.addAfter("first", ms(50));
        platform.awaitQuiet();
        queue.addAfter("second", ms(70));
        queue.addAfter("third", ms(90));
        platform.advance(ms(200));
        assertThat(log).containsExactly("first@50", "second@70", "third@90");
    }

    @Test
    void whoLeavesWithAKeyHandsTheWatchOverTheDelaysOn() throws Exception {
        startWorker("one", Duration.ofHours(1));
        startWorker("two", Duration.ofHours(1));
        startWorker("three", Duration.ofHours(1));
        queue.addAfter("a", ms(10));
        queue.addAfter("b", ms(20));
        platform.awaitQuiet();
        queue.add("now");
        platform.advance(ms(30));
        assertThat(log).containsExactly("now@0", "a@10", "b@20");
        platform.advance(Duration.ofHours(2));
    }

    @Test
    void whoIsInterruptedHandsTheWatchOverTheDelaysOn() throws Exception { // DQ-4
        queue.addAfter("a", ms(10));
        Task watching = startWorker("watching", Duration.ZERO);
        platform.awaitQuiet();
        startWorker("other", Duration.ZERO);
        platform.awaitQuiet();
        watching.interrupt();
        platform.advance(ms(20));
        assertThat(log).containsExactly("a@10");
        assertThat(watching.isDone()).isTrue();
    }

    @Test
    void delayedKeysCountWhenTheirTimeHasCome()
            throws Exception { // WQ-4, PQ-7; 12.14 "doesn't include non-ready items in Len()"
        queue.addAfter("a", ms(50));
        queue.add("b");
        assertThat(queue.len()).isEqualTo(1);
        platform.advance(ms(50));
        assertThat(queue.len()).isEqualTo(2);
    }

    // ---- rate limits

    @Test
    void aRateLimitedAddWaitsAsLongAsTheLimiterSays() throws Exception { // 6.3; 12.10 TestRateLimitingQueue
        var limited = WorkQueue.<String>builder(platform)
                .rateLimiter(new ItemExponentialFailureRateLimiter<>(ms(1), ms(1000)))
                .build();
        limited.addRateLimited("a");
        limited.addRateLimited("a");
        assertThat(limited.numRequeues("a")).isEqualTo(2);
        limited.addRateLimited("b");
        assertThat(limited.numRequeues("b")).isEqualTo(1);
        platform.advance(ms(1));
        assertThat(limited.len()).isEqualTo(2);
        limited.forget("a");
        assertThat(limited.numRequeues("a")).isZero();
        try (Claim<String> claim = Objects.requireNonNull(limited.poll())) {
            limited.addRateLimited(claim.key());
        }
        platform.advance(ms(1));
        assertThat(limited.len()).as("a fresh start after being forgotten").isEqualTo(2);
    }

    @Test
    void theLimiterByDefaultIsThatOfTheModel() throws Exception { // 6.3, PQ-9
        for (int i = 0; i < 101; i++) {
            queue.addRateLimited("key-" + i);
        }
        platform.advance(ms(5));
        assertThat(queue.len()).as("a burst of 100").isEqualTo(100);

        var prioritised = WorkQueue.<String>builder(platform)
                .priorities(Priorities.strict())
                .build();
        for (int i = 0; i < 1000; i++) {
            prioritised.addRateLimited("key-" + i);
        }
        platform.advance(ms(5));
        assertThat(prioritised.len()).as("no bucket").isEqualTo(1000);
    }

    @Test
    void ofADelayAndARateLimitTheShorterCountsAndTheLimiterIsAsked() throws Exception { // PQ-4
        var limited = WorkQueue.<String>builder(platform)
                .rateLimiter(new ItemFastSlowRateLimiter<>(ms(20), ms(40), 1))
                .build();
        limited.add("shorter", AddOptions.NOW.withAfter(ms(10)).withRateLimit());
        limited.add("longer", AddOptions.NOW.withAfter(ms(30)).withRateLimit());
        limited.add("alone", AddOptions.NOW.withRateLimit());
        limited.add("plain", AddOptions.NOW.withAfter(ms(25)));
        limited.add("now", AddOptions.NOW);
        assertThat(limited.len()).isEqualTo(1);
        platform.advance(ms(10));
        assertThat(limited.len()).isEqualTo(2);
        platform.advance(ms(10));
        assertThat(limited.len()).isEqualTo(4);
        platform.advance(ms(5));
        assertThat(limited.len()).isEqualTo(5);
        assertThat(limited.numRequeues("shorter")).isEqualTo(1);
        assertThat(limited.numRequeues("plain")).isZero();
    }

    @Test
    void aLimiterThatAsksForNothingDoesNotShortenADelay() throws Exception { // PQ-4 "of the non-zero values"
        var limited = WorkQueue.<String>builder(platform)
                .rateLimiter(new ItemFastSlowRateLimiter<>(Duration.ZERO, Duration.ZERO, 1))
                .build();
        limited.add("a", AddOptions.NOW.withAfter(ms(10)).withRateLimit());
        assertThat(limited.len()).isZero();
        limited.add("b", AddOptions.NOW.withRateLimit());
        assertThat(limited.len()).isEqualTo(1);
        platform.advance(ms(10));
        assertThat(limited.len()).isEqualTo(2);
    }

    // ---- shutting down

    @Test
    void shutDownLetsTheRestBeHandedOutAndThenTheWorkersLeave()
            throws Exception { // WQ-5; 12.14 TestGetFromPriorityQueueIsUnblockedOnShutdown
        startWorker("one", ms(10));
        startWorker("two", ms(10));
        platform.awaitQuiet();
        queue.add("a");
        queue.add("b");
        queue.add("c");
        queue.addAfter("never", ms(5));
        queue.shutDown();
        assertThat(queue.shuttingDown()).isTrue(); // WQ-7
        queue.add("ignored");
        queue.addAfter("ignored", ms(1));
        queue.addRateLimited("ignored");
        platform.advance(Duration.ofMinutes(1));

        assertThat(log).containsExactlyInAnyOrder("a@0", "b@0", "c@10", "one left", "two left");
        assertThat(queue.get()).as("and ever after").isNull();
        queue.shutDown();
    }

    @Test
    void whatWasDueBeforeTheShutDownIsStillHandedOut() throws Exception { // DQ-3, WQ-5
        queue.add("busy");
        try (Claim<String> busy = claim()) {
            queue.addAfter("due", ms(5));
            queue.addAfter("late", ms(15));
            platform.advance(ms(10));
            queue.shutDown();
            assertThat(busy.key()).isEqualTo("busy");
        }
        try (Claim<String> due = claim()) {
            assertThat(due.key()).isEqualTo("due");
        }
        assertThat(queue.get()).isNull();
    }

    @Test
    void shutDownDoesNotWait() throws Exception { // WQ-5; 12.10 TestNoQueueDrainageUsingShutDown
        queue.add("a");
        Claim<String> held = claim();
        queue.shutDown();
        assertThat(platform.clock().nanoTime()).isZero();
        held.close();
    }

    @Test
    void aDrainWaitsForEveryOpenClaim() throws Exception { // WQ-6; 12.10 TestQueueDrainageUsingShutDownWithDrain
        queue.add("a");
        queue.add("b");
        Claim<String> a = claim();
        Claim<String> b = claim();
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        platform.awaitQuiet();
        assertThat(queue.shuttingDown()).isTrue();
        a.close();
        platform.awaitQuiet();
        assertThat(log).isEmpty();
        b.close();
        platform.awaitQuiet();
        assertThat(log).containsExactly("drained true");
    }

    @Test
    void aDrainReturnsAtOnceIfNoClaimIsOpen() throws Exception { // WQ-6
        queue.add("a");
        assertThat(queue.shutDownWithDrain()).isTrue();
        assertThat(queue.len()).isEqualTo(1);
        assertThat(claim().key()).isEqualTo("a");
    }

    @Test
    void aDrainWaitsForADirtyKeyAndKeepsAWorkerForIt()
            throws Exception { // WQ-6; 12.10 TestQueueDrainageUsingShutDownWithDrainWithDirtyItem
        queue.add("a");
        Claim<String> first = claim();
        queue.add("a");
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        startWorker("late", Duration.ZERO);
        platform.advance(ms(10));
        assertThat(log).as("nobody leaves while the key could come back").isEmpty();
        first.close();
        platform.awaitQuiet();
        assertThat(log).containsExactlyInAnyOrder("a@10", "late left", "drained true");
        assertThat(log.get(0)).isEqualTo("a@10");
    }

    @Test
    void aDrainIsNotOverBeforeADirtyKeyWasHandedOutAgain() { // WQ-6
        for (long seed = 0; seed < 200; seed++) {
            VirtualPlatform.simulate(seed, simulated -> {
                WorkQueue<String> shared = WorkQueue.<String>builder(simulated).build();
                shared.add("a");
                Claim<String> first = Objects.requireNonNull(shared.get());
                shared.add("a");
                shared.add("never handed out before");
                List<String> steps = new ArrayList<>();
                Task drain = simulated.start("drain", () -> steps.add("drained " + shared.shutDownWithDrain()));
                simulated.awaitQuiet();
                Task worker = simulated.start("worker", () -> {
                    for (Claim<String> claim = shared.get(); claim != null; claim = shared.get()) {
                        simulated.sleep(Duration.ofNanos(simulated.random().nextInt(3)));
                        steps.add(claim.key());
                        claim.close();
                    }
                });
                first.close();
                assertThat(drain.join(ms(1)) && worker.join(ms(1))).isTrue();
                assertThat(steps).contains("a", "drained true");
                assertThat(steps.indexOf("a")).isLessThan(steps.indexOf("drained true"));
            });
        }
    }

    @Test
    void shutDownEndsADrainThatWaitsForADirtyKeyWithoutAWorker() throws Exception { // WQ-5, WQ-6
        queue.add("a");
        Claim<String> first = claim();
        queue.add("a");
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        platform.awaitQuiet();
        first.close();
        platform.awaitQuiet();
        assertThat(log).isEmpty();
        assertThat(queue.shutDownWithDrain())
                .as("another finds no claim open, and is not kept")
                .isTrue();
        queue.shutDown();
        platform.awaitQuiet();
        assertThat(log).containsExactly("drained false");
        assertThat(claim().key()).isEqualTo("a");
    }

    @Test
    void whoWaitsDuringADrainIsToldToLeaveWhenTheLastClaimIsClosed() throws Exception { // WQ-3, WQ-6
        queue.add("a");
        Claim<String> held = claim();
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        startWorker("one", Duration.ZERO);
        startWorker("two", Duration.ZERO);
        platform.awaitQuiet();
        assertThat(log).as("the key could come back").isEmpty();
        held.close();
        platform.awaitQuiet();
        assertThat(log).containsExactlyInAnyOrder("drained true", "one left", "two left");
    }

    @Test
    void shutDownEndsADrain() throws Exception { // WQ-5, WQ-6; 12.10 TestForceQueueShutdownUsingShutDown
        queue.add("a");
        Claim<String> held = claim();
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        startWorker("worker", Duration.ZERO);
        platform.awaitQuiet();
        assertThat(log).isEmpty();
        queue.shutDown();
        platform.awaitQuiet();
        assertThat(log).containsExactlyInAnyOrder("drained false", "worker left");
        held.close();
    }

    @Test
    void aDrainDropsWhatIsDelayedAtOnce() throws Exception { // DQ-6, without its quirk
        queue.addAfter("a", ms(5));
        assertThat(queue.shutDownWithDrain()).isTrue();
        platform.advance(ms(5));
        assertThat(queue.len()).isZero();
    }

    @Test
    void shutDownNowTellsEverybodyToLeaveEvenIfKeysRemain()
            throws Exception { // PQ-8; 12.14 "Get from priority queue might get stuck …"
        startWorker("worker", Duration.ofDays(1));
        queue.add("a");
        queue.add("b");
        platform.awaitQuiet();
        queue.shutDownNow();
        assertThat(queue.get()).isNull();
        assertThat(queue.len()).isZero();
        queue.shutDownNow();
        queue.shutDown();
        assertThat(queue.get()).isNull();
        start("drain", () -> log.add("drained " + queue.shutDownWithDrain()));
        platform.advance(Duration.ofDays(1));
        assertThat(log).containsExactlyInAnyOrder("a@0", "drained true", "worker left");
    }

    @Test
    void aDrainCanBeInterrupted() throws Exception {
        queue.add("a");
        Claim<String> held = claim();
        Task drain = start("drain", queue::shutDownWithDrain);
        platform.awaitQuiet();
        drain.close();
        assertThat(drain.isDone()).isTrue();
        held.close();
    }

    // ---- memory

    @Test
    void aKeyThatIsDoneIsNotHeld() throws Exception { // WQ-10; 12.10 TestGarbageCollection
        List<WeakReference<Object>> references = new ArrayList<>();
        var objects = WorkQueue.<Object>builder(platform).build();
        for (int i = 0; i < 10; i++) {
            var key = new Object();
            references.add(new WeakReference<>(key));
            objects.add(key);
            objects.addAfter(key, ms(5));
        }
        platform.advance(ms(5));
        for (int i = 0; i < 10; i++) {
            Objects.requireNonNull(objects.get()).close();
        }
        assertThatNoneIsHeld(references);
        assertThat(objects.len()).isZero();
    }

    @Test
    void aKeyThatIsDroppedIsNotHeld() { // WQ-10
        List<WeakReference<Object>> references = new ArrayList<>();
        var objects = WorkQueue.<Object>builder(platform).build();
        for (int i = 0; i < 10; i++) {
            var key = new Object();
            references.add(new WeakReference<>(key));
            objects.add(key);
            // Twice, so that it is noted as pending.
            assertThat(objects.len()).isEqualTo(i + 1);
            objects.add(key);
        }
        objects.shutDownNow();
        assertThatNoneIsHeld(references);
        assertThat(objects.shuttingDown()).isTrue();
    }

    private static void assertThatNoneIsHeld(List<WeakReference<Object>> references) {
        for (int i = 0; i < 100 && references.stream().anyMatch(r -> r.get() != null); i++) {
            System.gc();
        }
        assertThat(references).allMatch(reference -> reference.get() == null);
    }

    @Test
    void aPriorityQueueHandsOutManyKeysAndLosesNone() throws Exception { // 12.14 "returns many items"
        var prioritised = WorkQueue.<Integer>builder(platform)
                .priorities(Priorities.<Integer>aging().withGroups(key -> key % 7))
                .build();
        List<Integer> out = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            prioritised.add(i, AddOptions.NOW.withPriority(i % 5));
        }
        for (int i = 0; i < 10_000; i++) {
            try (Claim<Integer> claim = Objects.requireNonNull(prioritised.get())) {
                out.add(claim.key());
            }
        }
        assertThat(out).doesNotHaveDuplicates().hasSize(10_000);
        assertThat(out.subList(0, 2000)).allMatch(key -> key % 5 == 4);
        assertThat(prioritised.len()).isZero();
    }

    @Test
    void aDrainThatBeganWhenTheQueueWasStoppedIsEndedByAnotherShutDown() throws Exception { // WQ-6
        queue.add("a");
        Claim<String> held = Objects.requireNonNull(queue.get());
        queue.shutDownNow();
        List<Boolean> drained = new ArrayList<>();
        try (Task drain = platform.start("drain", () -> drained.add(queue.shutDownWithDrain()))) {
            platform.awaitQuiet();
            assertThat(drain.isDone()).isFalse();
            queue.shutDown();
            platform.awaitQuiet();
            assertThat(drained).containsExactly(false);
        }
        held.close();
    }

    /** Cannot be compared with another one of its kind. */
    private static final class Incomparable {
        @Override
        public boolean equals(@Nullable Object other) {
            throw new IllegalStateException("cannot be compared");
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void aClaimIsReleasedThoughAnAddThatWasLeftFails() throws InterruptedException { // WQ-3, WQ-8
        WorkQueue<Object> keys = WorkQueue.builder(platform).build();
        keys.add("a");
        Claim<Object> claim = Objects.requireNonNull(keys.get());
        keys.add(new Incomparable());
        keys.add(new Incomparable());
        keys.add("a");
        keys.add("b");
        claim.close();
        assertThat(Objects.requireNonNull(keys.poll()).key()).isInstanceOf(Incomparable.class);
        assertThat(Objects.requireNonNull(keys.poll()).key()).as("later adds").isEqualTo("b");
        assertThat(Objects.requireNonNull(keys.poll()).key())
                .as("what was released")
                .isEqualTo("a");
        assertThat(keys.poll()).isNull();
    }
}
