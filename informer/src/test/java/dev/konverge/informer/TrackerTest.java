package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What tells that a start is over, and what else informers are watched by. */
class TrackerTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private static SyncLatch latch(String name) {
        return new SyncLatch(Platform.real(), name);
    }

    @Test // TestBasicLogic, TestSingleFile
    void aFileIsThroughWhenAllWhoStartedHaveFinishedAndNobodyElseComes() {
        SingleFileTracker tracker = new SingleFileTracker(latch("x"));
        assertThat(tracker.hasSynced()).isFalse();
        tracker.start();
        tracker.start();
        tracker.finished();
        tracker.upstreamHasSynced();
        assertThat(tracker.hasSynced()).isFalse();
        tracker.finished();
        assertThat(tracker.hasSynced()).isTrue();
        assertThat(tracker.synced().isDone()).isTrue();
    }

    @Test
    void aFileInWhichNobodyStartsIsThroughAtOnce() {
        SingleFileTracker tracker = new SingleFileTracker(latch("x"));
        tracker.upstreamHasSynced();
        assertThat(tracker.hasSynced()).isTrue();
    }

    @Test // TestSingleFileCounting
    void whoFinishesTooOftenIsToldAndWhatIsSyncedStaysSo() {
        SingleFileTracker tracker = new SingleFileTracker(latch("x"));
        tracker.start();
        tracker.finished();
        tracker.upstreamHasSynced();
        assertThatThrownBy(tracker::finished).hasMessageContaining("negative counter");
        assertThat(tracker.hasSynced()).isTrue();
    }

    @Test // TestBasicLogic
    void keysMayBeFinishedInAnyOrderAndWithoutAStart() {
        AsyncTracker<String> tracker = new AsyncTracker<>(latch("x"));
        tracker.finished("never started");
        tracker.start("a");
        tracker.start("b");
        tracker.start("a");
        tracker.finished("b");
        tracker.upstreamHasSynced();
        assertThat(tracker.hasSynced()).isFalse();
        tracker.finished("a");
        assertThat(tracker.hasSynced()).isTrue();
        tracker.start("later");
        assertThat(tracker.hasSynced()).isTrue();
    }

    @Test // TestAsyncLocking
    void manyThreadsMayFinishKeys() throws InterruptedException {
        Platform platform = Platform.real();
        AsyncTracker<Integer> tracker = new AsyncTracker<>(latch("x"));
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int key = i;
            tracker.start(key);
            tasks.add(platform.start("finisher", () -> tracker.finished(key)));
        }
        tracker.upstreamHasSynced();
        assertThat(tracker.synced().await(LONG)).isTrue();
        tasks.forEach(Task::close);
    }

    @Test // TestWaitFor, TestSyncResult
    void waitingForSeveralTellsWhichAreMissing() throws InterruptedException {
        try (VirtualPlatform platform = new VirtualPlatform(1)) {
            SyncLatch soon = new SyncLatch(platform, "soon");
            SyncLatch never = new SyncLatch(platform, "never");
            SyncLatch neither = new SyncLatch(platform, "neither");
            Task task = platform.start("completer", () -> {
                platform.sleep(Duration.ofSeconds(3));
                soon.complete();
            });
            SyncResult result = SyncResult.await(
                    platform.clock(), Map.of("never", never, "soon", soon, "neither", neither), Duration.ofSeconds(5));
            assertThat(result.isComplete()).isFalse();
            assertThat(result.synced()).isEqualTo(Map.of("neither", false, "never", false, "soon", true));
            assertThatThrownBy(result::orThrow).hasMessageStartingWith("failed to sync all caches: neither, never");
            assertThat(platform.clock().nanoTime()).isEqualTo(5_000_000_000L);
            SyncResult done = SyncResult.await(platform.clock(), Map.of("soon", soon), Duration.ZERO);
            assertThat(done.isComplete()).as("what is done needs no time").isTrue();
            done.orThrow();
            task.close();
        }
    }

    @Test // TestLazy, TestLazyError
    void aLazyValueIsWorkedOutOnceForEachChange() {
        AtomicInteger evaluations = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            if (evaluations.incrementAndGet() == 2) {
                throw new IllegalStateException("second");
            }
            return evaluations.get();
        });
        assertThat(lazy.get()).isEqualTo(1);
        assertThat(lazy.get()).isEqualTo(1);
        lazy.invalidate();
        lazy.invalidate();
        assertThatThrownBy(lazy::get).hasMessage("second");
        assertThat(lazy.get()).as("failures are not kept").isEqualTo(3);
        assertThat(lazy.get()).isEqualTo(3);
    }

    @Test // TestLazySlowEval
    void anEvaluationThatBeganBeforeAChangeIsNotTakenForNewer() {
        List<Lazy<Integer>> self = new ArrayList<>();
        AtomicInteger evaluations = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            if (evaluations.incrementAndGet() == 1) {
                self.getFirst().invalidate();
            }
            return evaluations.get();
        });
        self.add(lazy);
        assertThat(lazy.get()).isEqualTo(1);
        assertThat(lazy.get()).isEqualTo(2);
        assertThat(lazy.get()).isEqualTo(2);
    }

    // TestLazyOnlyOnce, TestLazyThroughput
    @Test
    void thoseWhoAskAtTheSameTimeShareOneEvaluation() throws InterruptedException {
        Platform platform = Platform.real();
        SyncLatch mayEnd = latch("may end");
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger evaluations = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            await(mayEnd);
            return evaluations.incrementAndGet();
        });
        List<Integer> answers = Collections.synchronizedList(new ArrayList<>());
        List<Task> tasks = new ArrayList<>();
        SyncLatch allAsk = latch("all ask");
        for (int i = 0; i < 16; i++) {
            tasks.add(platform.start("asker", () -> {
                if (asking.incrementAndGet() == 16) {
                    allAsk.complete();
                }
                answers.add(lazy.get());
            }));
        }
        assertThat(allAsk.await(LONG)).isTrue();
        mayEnd.complete();
        for (Task task : tasks) {
            assertThat(task.join(LONG)).isTrue();
        }
        assertThat(answers).hasSize(16).containsOnly(1);
    }

    // TestLazySlowEval, TestLazySlowEval2
    @Test
    void whoAsksAfterAChangeDoesNotGetWhatASlowEvaluationBeganBefore() throws InterruptedException {
        Platform platform = Platform.real();
        SyncLatch begun = latch("begun");
        SyncLatch mayEnd = latch("may end");
        AtomicInteger source = new AtomicInteger(1);
        AtomicInteger evaluations = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            int read = source.get();
            if (evaluations.incrementAndGet() == 1) {
                begun.complete();
                await(mayEnd);
            }
            return read;
        });
        List<Integer> later = new ArrayList<>();
        try (Task slow = platform.start("slow", lazy::get)) {
            assertThat(begun.await(LONG)).isTrue();
            source.set(2);
            lazy.invalidate();
            try (Task fresh = platform.start("fresh", () -> later.add(lazy.get()))) {
                mayEnd.complete();
                assertThat(fresh.join(LONG) && slow.join(LONG)).isTrue();
            }
        }
        assertThat(later).containsExactly(2);
        assertThat(lazy.get()).as("and the slow one has not taken its place").isEqualTo(2);
        assertThat(evaluations).as("none too many").hasValue(2);
    }

    private static void await(SyncLatch latch) {
        try {
            assertThat(latch.await(LONG)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
