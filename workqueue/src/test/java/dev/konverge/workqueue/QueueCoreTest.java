package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueCoreTest {
    private record Because(String text) implements Cause {}

    private final List<String> touched = new ArrayList<>();
    private QueueCore<String> core = coreOf(new QueueConfig.Order.FirstInFirstOut<>(), false, false);
    private long now;

    private QueueCore<String> coreOf(QueueConfig.Order<String> order, boolean keepsTime, boolean supersedes) {
        return new QueueCore<>(
                new QueueConfig<>(order, keepsTime, supersedes), new Pending<>(), claim -> core.release(claim, now));
    }

    private boolean add(String key) {
        return add(key, 0);
    }

    private boolean add(String key, int priority, String... causes) {
        return core.add(key, KeySlab.hash(key), priority, causes(causes), now);
    }

    private void addAt(String key, long deadline, int priority, String... causes) {
        core.addAt(key, KeySlab.hash(key), deadline, priority, causes(causes), now);
    }

    private static Causes causes(String... causes) {
        Causes all = Causes.NONE;
        for (String cause : causes) {
            all = all.and(Causes.of(new Because(cause)));
        }
        return all;
    }

    private Claim<String> get() {
        return Objects.requireNonNull(core.poll(now), "nothing to hand out");
    }

    private @Nullable String getKeyAndDone() {
        try (Claim<String> claim = core.poll(now)) {
            return claim == null ? null : claim.key();
        }
    }

    // ---- the base queue

    @Test
    void keysComeOutInTheOrderOfTheirFirstAdd() { // WQ-1, WQ-2, WQ-9
        assertThat(add("a")).isTrue();
        assertThat(add("b")).isTrue();
        assertThat(add("a")).as("already waiting").isFalse();

        assertThat(core.len()).isEqualTo(2);
        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(getKeyAndDone()).isEqualTo("b");
        assertThat(getKeyAndDone()).isNull();
    }

    @Test
    void anAddWhileRunningIsHandedOutOnceMoreAfterDone() { // WQ-1, WQ-3, WQ-8; 12.10 TestAddWhileProcessing,
        // TestReinsert
        add("a");
        Claim<String> first = get();
        assertThat(add("a")).as("a new request").isTrue();
        assertThat(add("a")).as("the same request").isFalse();

        assertThat(core.poll(now)).as("not while it runs").isNull();
        first.close();
        get().close();
        assertThat(core.poll(now)).isNull();
        assertThat(core.known()).isZero();
    }

    @Test
    void lenCountsReadyKeysOnly() { // WQ-4; 12.10 TestLen
        add("a");
        add("b");
        add("c");
        add("c");
        assertThat(core.len()).isEqualTo(3);

        Claim<String> a = get();
        add("a");
        assertThat(core.len()).as("neither the running nor the dirty one").isEqualTo(2);
        assertThat(core.depth()).as("the dirty one is a pending hand-out").isEqualTo(3);
        a.close();
        assertThat(core.len()).isEqualTo(3);
    }

    @Test
    void aKeyThatBecomesReadyAgainGoesToTheEnd() { // WQ-3
        add("a");
        Claim<String> a = get();
        add("a");
        add("b");
        a.close();

        assertThat(getKeyAndDone()).isEqualTo("b");
        assertThat(getKeyAndDone()).isEqualTo("a");
    }

    @Test
    void aSecondCloseOfAClaimDoesNotReleaseTheNextOne() { // WQ-8
        add("a");
        Claim<String> first = get();
        first.close();
        add("a");
        Claim<String> second = get();
        first.close();
        add("a");

        assertThat(core.poll(now)).as("still in the second claim").isNull();
        second.close();
        assertThat(getKeyAndDone()).isEqualTo("a");
    }

    @Test
    void anOrderingIsToldOfDuplicatesThatWaitAndOfNoOthers() { // WQ-1, WQ-9; 12.10 TestCollapse,
        // TestCollapseWhileProcessing
        core = coreOf(new QueueConfig.Order.Custom<>(new LastInFirstOut()), false, false);
        add("a");
        add("b");
        add("a");
        assertThat(touched).containsExactly("a");
        assertThat(core.len()).isEqualTo(2);

        Claim<String> b = get();
        assertThat(b.key()).isEqualTo("b");
        add("b");
        add("b");
        assertThat(touched).as("b is running").containsExactly("a");
        assertThat(core.len()).isEqualTo(1);
        assertThat(core.depthByPriority()).as("b is pending too").containsOnly(java.util.Map.entry(0, 2));
        b.close();
        assertThat(getKeyAndDone()).isEqualTo("b");
        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(core.depthByPriority()).isEmpty();
    }

    @Test
    void aKeyThatAnOrderingRefusesIsAsItWasBefore() { // WQ-1
        var ordering = new LastInFirstOut();
        core = coreOf(new QueueConfig.Order.Custom<>(ordering), false, true);
        ordering.refuses = true;
        assertThatThrownBy(() -> add("a", 0, "refused")).isInstanceOf(IllegalStateException.class);
        assertThat(core.known()).isZero();
        assertThat(add("a", 0, "taken")).isTrue();
        Claim<String> a = get();
        assertThat(a.causes()).isEqualTo(causes("taken"));
        a.close();

        addAt("a", 10, 0, "later");
        ordering.refuses = true;
        assertThatThrownBy(() -> add("a", 0, "refused")).isInstanceOf(IllegalStateException.class);
        assertThat(core.poll(now)).isNull();
        now = 10;
        a = get();
        assertThat(a.causes()).as("it is delayed as before").isEqualTo(causes("later"));
        a.close();
        assertThat(core.known()).isZero();
    }

    @Test
    void aKeyThatAnOrderingRefusesConcernsNoOtherCall() { // WQ-3, DQ-3
        var ordering = new LastInFirstOut();
        core = coreOf(new QueueConfig.Order.Custom<>(ordering), false, false);
        add("a");
        Claim<String> a = get();
        add("a");
        ordering.refuses = true;
        a.close();
        assertThat(core.depth()).isZero();
        assertThat(core.known()).as("forgotten, as nobody is left to be told").isZero();

        addAt("a", 10, 0);
        now = 10;
        ordering.refuses = true;
        assertThat(add("b")).isTrue();
        assertThat(core.known()).isEqualTo(1);
        assertThat(core.takePromoted()).isZero();
        assertThat(add("a")).isTrue();
        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(getKeyAndDone()).isEqualTo("b");
        assertThat(core.running()).isZero();
    }

    private final class LastInFirstOut implements Ordering<String> {
        private final List<String> keys = new ArrayList<>();

        /** The next one. */
        private boolean refuses;

        @Override
        public void push(String key) {
            if (refuses) {
                refuses = false;
                throw new IllegalStateException("refused");
            }
            keys.add(key);
        }

        @Override
        public void touch(String key) {
            touched.add(key);
        }

        @Override
        public @Nullable String pop() {
            return keys.isEmpty() ? null : keys.remove(keys.size() - 1);
        }

        @Override
        public int len() {
            return keys.size();
        }
    }

    // ---- shutting down

    @Test
    void afterShutDownAddsAreIgnoredAndTheRestIsHandedOut() { // WQ-1, WQ-5, WQ-7
        add("a");
        addAt("later", 10, 0);
        core.enter(QueueCore.Phase.SHUTTING_DOWN);

        assertThat(add("b")).isFalse();
        addAt("c", 10, 0);
        assertThat(core.isOver()).isFalse();
        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(core.isOver()).isTrue();
        now = 20;
        assertThat(getKeyAndDone()).as("what was delayed is dropped").isNull(); // DQ-6
        assertThat(core.known()).isZero();
    }

    @Test
    void aDirtyKeyComesOutOnceMoreAfterShutDown() { // WQ-5
        add("a");
        Claim<String> a = get();
        add("a");
        core.enter(QueueCore.Phase.SHUTTING_DOWN);
        a.close();

        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(core.isOver()).isTrue();
    }

    @Test
    void aDrainIsNotOverWhileARunningKeyCouldComeBack() { // WQ-6, without its hazard
        add("a");
        Claim<String> a = get();
        add("a");
        core.enter(QueueCore.Phase.DRAINING);

        assertThat(core.isOver()).isFalse();
        a.close();
        assertThat(core.isOver()).isFalse();
        get().close();
        assertThat(core.isOver()).isTrue();
        assertThat(core.running()).isZero();
    }

    @Test
    void aSecondDrainForgetsNothingThatTheFirstOneWaitsFor() { // WQ-6
        add("a");
        add("b");
        Claim<String> a = get();
        Claim<String> b = get();
        add("a");
        core.enter(QueueCore.Phase.DRAINING);
        a.close();
        core.enter(QueueCore.Phase.DRAINING);
        b.close();

        assertThat(core.isDrained()).as("a was not handed out again").isFalse();
        get().close();
        assertThat(core.isDrained()).isTrue();
    }

    @Test
    void aDrainAfterAShutDownDoesNotWaitForWhatWasHandedOutMeanwhile() { // WQ-5, WQ-6
        add("a");
        Claim<String> first = get();
        add("a");
        core.enter(QueueCore.Phase.DRAINING);
        first.close();
        core.enter(QueueCore.Phase.SHUTTING_DOWN);
        Claim<String> second = get();
        core.enter(QueueCore.Phase.DRAINING);

        assertThat(core.isDrained()).isFalse();
        second.close();
        assertThat(core.isDrained()).isTrue();
    }

    @Test
    void stoppingDropsEverythingButWhatRuns() { // PQ-8
        add("a");
        Claim<String> a = get();
        add("a");
        add("b", 7, "cause");
        addAt("a", 10, 3, "cause");
        core.enter(QueueCore.Phase.STOPPED);

        assertThat(core.isOver()).isTrue();
        assertThat(core.poll(now)).isNull();
        a.close();
        assertThat(core.poll(now)).isNull();
        assertThat(core.known()).isZero();
        assertThat(core.depth()).isZero();
    }

    // ---- delays

    @Test
    void aDelayedKeyIsNotThereBeforeItsTime() { // DQ-1, DQ-3; 12.10 TestSimpleQueue
        addAt("a", 50, 0);
        assertThat(core.nextDeadline()).isEqualTo(50);
        now = 49;
        assertThat(core.poll(now)).isNull();
        assertThat(core.len()).isZero();
        now = 50;
        assertThat(getKeyAndDone()).isEqualTo("a");
        now = 1000;
        assertThat(core.poll(now)).as("not added twice").isNull();
        assertThat(core.known()).isZero();
        assertThat(core.nextDeadline()).isEqualTo(Clock.NEVER);
    }

    @Test
    void theEarlierOfTwoDelaysCountsInEitherOrder() { // DQ-2; 12.10 TestDeduping
        addAt("a", 50, 0);
        addAt("a", 30, 0);
        addAt("a", 70, 0);
        assertThat(core.delayed()).isEqualTo(1);
        assertThat(core.nextDeadline()).isEqualTo(30);
        now = 30;
        assertThat(getKeyAndDone()).isEqualTo("a");
        now = 100;
        assertThat(core.poll(now)).isNull();
    }

    @Test
    void dueKeysBecomeReadyInTheOrderOfTheirDeadlines() { // DQ-3; 12.10 TestCopyShifting, TestAddTwoFireEarly
        addAt("third", 30, 0);
        addAt("first", 10, 0);
        addAt("second", 20, 0);
        addAt("later", 60, 0);
        now = 50;

        assertThat(getKeyAndDone()).isEqualTo("first");
        assertThat(getKeyAndDone()).isEqualTo("second");
        assertThat(getKeyAndDone()).isEqualTo("third");
        assertThat(core.poll(now)).isNull();
        assertThat(core.nextDeadline()).isEqualTo(60);
    }

    @Test
    void anAddAtOnceDoesNotCancelADelay() { // DQ-5
        addAt("a", 50, 0);
        add("a");
        assertThat(getKeyAndDone()).isEqualTo("a");
        now = 50;
        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(core.known()).isZero();
    }

    @Test
    void aDelayThatEndsWhileTheKeyWaitsOrRunsIsMerged() { // DQ-5, WQ-8
        addAt("a", 50, 0);
        add("a");
        now = 50;
        core.promote(now);
        assertThat(core.len()).isEqualTo(1);
        assertThat(core.takePromoted()).as("no new request").isZero();

        Claim<String> a = get();
        addAt("a", 60, 0);
        now = 60;
        assertThat(core.poll(now)).isNull();
        assertThat(core.takePromoted()).isEqualTo(1);
        assertThat(core.depth()).isEqualTo(1);
        a.close();
        assertThat(getKeyAndDone()).isEqualTo("a");
    }

    // ---- priorities

    private void usePriorities() {
        core = coreOf(new QueueConfig.Order.ByPriority<>(Priorities.strict()), false, true);
    }

    @Test
    void aClaimTellsItsPriority() { // PQ-1
        usePriorities();
        add("a", -100);
        add("a", 5);
        add("a", 1);

        assertThat(get().priority()).isEqualTo(5);
    }

    @Test
    void theHighestPriorityIsKept() { // PQ-3; 12.14 "retains the highest priority", "will not decrease the priority"
        usePriorities();
        add("a", 1);
        add("b", 2);
        add("a", 3);
        add("a", 0);

        assertThat(getKeyAndDone()).isEqualTo("a");
        assertThat(getKeyAndDone()).isEqualTo("b");
    }

    @Test
    void anAddAtOnceTakesOverThePendingDelay() { // PQ-3; 12.14 TestWaitingItemIsReturnedRightAfterReadWithoutAfter
        usePriorities();
        addAt("a", 50, 7, "timer");
        add("a", 1, "event");

        Claim<String> a = get();
        assertThat(a.priority()).isEqualTo(7);
        assertThat(a.causes()).isEqualTo(causes("timer", "event"));
        a.close();
        now = 100;
        assertThat(core.poll(now)).isNull();
        assertThat(core.known()).isZero();
    }

    @Test
    void aDelayIsNothingToAKeyThatIsReady() { // PQ-3 "no delay beats any delay"
        usePriorities();
        add("a");
        addAt("a", 50, 4, "timer");

        assertThat(core.delayed()).isZero();
        assertThat(get().priority()).isEqualTo(4);
    }

    @Test
    void aDelayedKeyTakesItsPlaceByBecomingReady() { // PQ-5; 12.14
        // TestHighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem
        usePriorities();
        addAt("late", 20, 0);
        addAt("urgent", 30, 9);
        now = 10;
        add("early");
        now = 30;

        assertThat(getKeyAndDone()).isEqualTo("urgent");
        assertThat(getKeyAndDone()).isEqualTo("early");
        assertThat(getKeyAndDone()).isEqualTo("late");
    }

    @Test
    void aLowPriorityIsNotRaisedByItsDelay() {
        usePriorities();
        addAt("low", 10, -100);
        now = 10;
        add("default");

        assertThat(getKeyAndDone()).isEqualTo("default");
        assertThat(get().priority()).isEqualTo(-100);
    }

    @Test
    void aRunningKeyThatWasAddedAgainIsSkippedWhileOthersAreHandedOut() { // PQ-6; 12.14 "doesn't return an item that
        // is currently locked"
        usePriorities();
        add("a", 5);
        Claim<String> a = get();
        add("a", 5);
        add("b", 0);

        assertThat(getKeyAndDone()).isEqualTo("b");
        a.close();
        Claim<String> again = get();
        assertThat(again.key()).isEqualTo("a");
        assertThat(again.priority()).isEqualTo(5);
    }

    // ---- causes

    @Test
    void causesAreMergedUntilTheHandOutAndNoFurther() {
        add("a", 0, "one");
        add("a", 0, "two");
        add("a", 0, "one");
        Claim<String> first = get();
        add("a", 0, "three");
        first.close();

        assertThat(first.causes()).isEqualTo(causes("one", "two"));
        assertThat(get().causes()).isEqualTo(causes("three"));
    }

    @Test
    void theCauseOfADelayComesWithItsEnd() {
        addAt("a", 50, 0, "timer");
        addAt("a", 60, 0, "other timer");
        add("a", 0, "event");
        Claim<String> first = get();
        assertThat(first.causes()).isEqualTo(causes("event"));
        first.close();
        now = 50;
        assertThat(get().causes()).isEqualTo(causes("timer", "other timer"));
    }

    @Test
    void aKeyWithoutCausesInheritsNoneFromItsSlotsFormerKey() {
        add("a", 9, "old");
        Claim<String> a = get();
        addAt("a", 50, 9, "old");
        core.enter(QueueCore.Phase.SHUTTING_DOWN);
        a.close();
        core.enter(QueueCore.Phase.OPEN);
        add("b");

        Claim<String> b = get();
        assertThat(b.causes()).isEqualTo(Causes.NONE);
        assertThat(b.priority()).isZero();
    }

    // ---- time

    @Test
    void agesOfOpenClaimsAreSummedUp() { // 6.4 unfinished work, longest running
        core = coreOf(new QueueConfig.Order.FirstInFirstOut<>(), true, false);
        add("a");
        add("b");
        add("c");
        now = 10;
        Claim<String> a = get();
        now = 20;
        Claim<String> b = get();
        now = 30;
        Claim<String> c = get();
        now = 40;
        assertThat(core.openClaims().totalAge(now)).isEqualTo(30 + 20 + 10);
        assertThat(core.openClaims().longestAge(now)).isEqualTo(30);
        b.close();
        assertThat(core.openClaims().totalAge(now)).isEqualTo(30 + 10);
        a.close();
        assertThat(core.openClaims().longestAge(now)).isEqualTo(10);
        c.close();
        assertThat(core.openClaims().totalAge(now)).isZero();
        assertThat(core.openClaims().longestAge(now)).isZero();
        assertThat(Objects.requireNonNull(a.times).addedAt).isZero();
        assertThat(a.times.startedAt).isEqualTo(10);
    }

    @Test
    void waitingIsCountedFromTheFirstRequestOrTheEndOfTheDelay() { // 6.4 queue duration, PQ-9
        core = coreOf(new QueueConfig.Order.FirstInFirstOut<>(), true, false);
        now = 5;
        add("a");
        addAt("b", 20, 0);
        now = 15;
        add("a");
        now = 50;

        assertThat(Objects.requireNonNull(get().times).addedAt).isEqualTo(5);
        assertThat(Objects.requireNonNull(get().times).addedAt).isEqualTo(20);
    }
}
