package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RealFifoTest {
    private static final Key A = Key.of("ns", "a");

    private static RealFifo.Config<ConfigMap> config() {
        return RealFifo.Config.of(KeyFunction.ofMetadata());
    }

    private static RealFifo<ConfigMap> atomic() {
        return new RealFifo<>(Platform.real(), config());
    }

    private static RealFifo<ConfigMap> perObject(ConfigMap... known) {
        Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
        store.replace(List.of(known), version("1"));
        return new RealFifo<>(Platform.real(), config().withMode(new RealFifo.Mode.PerObject<>(store)));
    }

    private static List<String> all(DeltaQueue<ConfigMap> queue) {
        return Popped.all(queue);
    }

    /** What {@link DeltaQueue#popBatch} gives, a line each time; initial ones are marked. */
    private static List<String> batches(DeltaQueue<ConfigMap> queue) {
        List<String> lines = new ArrayList<>();
        while (queue.size() > 0) {
            popBatch(queue, new DeltaProcessor<>() {
                @Override
                public void process(List<? extends Delta<ConfigMap>> deltas, boolean initial) {
                    lines.add((initial ? "! " : "") + Popped.text(deltas));
                }

                @Override
                public void processBatch(List<Delta.OfObject<ConfigMap>> batch, boolean initial) {
                    lines.add((initial ? "! " : "")
                            + batch.stream().map(delta -> delta.key().name()).toList());
                }
            });
        }
        return lines;
    }

    private static void popBatch(DeltaQueue<ConfigMap> queue, DeltaProcessor<ConfigMap> processor) {
        try {
            assertThat(queue.popBatch(processor)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // TestRealFIFO_addUpdate, TestRealFIFO_DeleteExistingNonPropagated, TestRealFIFO_enqueueingNoLister,
    // TestRealFIFO_detectLineJumpers
    @Test
    void everythingComesOutInOrderAndNothingIsMerged() { // RQ-1, RQ-2
        RealFifo<ConfigMap> queue = atomic();
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.update(thing("a", "3"));
        queue.delete(thing("a", "4"));
        queue.delete(thing("a", "5"));
        queue.delete(thing("unknown", "6"));
        queue.delete(new DeletedFinalStateUnknown<>(A, thing("a", "4")));
        assertThat(queue.size()).isEqualTo(7);
        assertThat(all(queue))
                .containsExactly(
                        "a: Added 1",
                        "b: Added 2",
                        "a: Updated 3",
                        "a: Deleted 4",
                        "a: Deleted 5",
                        "unknown: Deleted 6",
                        "a: Deleted ?4");
    }

    // TestRealFIFO_KeyOf
    @Test
    void whatHasNoKeyOrCannotBeTransformedIsNotQueued() { // RQ-2, but for what it makes of the state before
        RealFifo<ConfigMap> keyless =
                new RealFifo<>(Platform.real(), RealFifo.Config.of(KeyFunction.of(map -> List.of())));
        assertThatExceptionOfType(KeyException.class).isThrownBy(() -> keyless.add(thing("a", "1")));
        RealFifo<ConfigMap> broken = new RealFifo<>(Platform.real(), config().withTransform(map -> {
            throw new IllegalStateException("no");
        }));
        assertThatExceptionOfType(TransformException.class).isThrownBy(() -> broken.add(thing("a", "1")));
        assertThatExceptionOfType(TransformException.class)
                .isThrownBy(() -> broken.replace(List.of(thing("a", "1")), version("1")));
        assertThat(keyless.size() + broken.size()).isZero();
        assertThat(keyless.hasSynced() || broken.hasSynced()).isFalse();
    }

    @Test
    void aStateThatCannotBeTransformedTakesTheOneBeforeAway() { // RQ-2: there the old one stays
        RealFifo<ConfigMap> queue = new RealFifo<>(Platform.real(), config().withTransform(map -> {
            if (!"1".equals(map.metadata().resourceVersion())) {
                throw new IllegalStateException("no");
            }
            return map;
        }));
        queue.add(thing("a", "1"));
        assertThatExceptionOfType(TransformException.class).isThrownBy(() -> queue.update(thing("a", "2")));
        queue.delete(thing("a", "3"));
        assertThat(all(queue)).containsExactly("a: Added 1", "a: Deleted ?", "a: Deleted ?");
    }

    // TestRealFIFO_ReplaceAtomic, TestRealFIFO_ResyncAtomic
    @Test
    void anAtomicListIsOneDelta() { // RQ-5, RQ-3
        RealFifo<ConfigMap> queue = atomic();
        queue.add(thing("x", "1"));
        queue.replace(List.of(thing("a", "2"), thing("b", "3")), version("4"));
        queue.replace(List.of(), version("5"));
        queue.resync(); // RQ-6
        queue.resync();
        queue.bookmark(version("6")); // RQ-7
        assertThat(all(queue))
                .containsExactly(
                        "x: Added 1", "ReplacedAll 4 [a, b]", "ReplacedAll 5 []", "SyncAll", "SyncAll", "Bookmark 6");
    }

    @Test
    void anAtomicListDoesNotLookAtKeys() { // RQ-5
        RealFifo<ConfigMap> keyless =
                new RealFifo<>(Platform.real(), RealFifo.Config.of(KeyFunction.of(map -> List.of())));
        keyless.replace(List.of(thing("a", "1")), version("1"));
        assertThat(all(keyless)).containsExactly("ReplacedAll 1 [a]");
    }

    // TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue: a bookmark is nothing to a queue of objects
    @Test
    void bookmarksAreDroppedUnlessWanted() { // RQ-7, RQ-3
        RealFifo<ConfigMap> without =
                new RealFifo<>(Platform.real(), config().withMode(new RealFifo.Mode.Atomic<>(false, true)));
        without.bookmark(version("1"));
        RealFifo<ConfigMap> perObject = perObject();
        perObject.bookmark(version("1"));
        assertThat(without.size() + perObject.size()).isZero();
    }

    // TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue, TestRealFIFO_addReplace,
    // TestRealFIFO_ReplaceMakesDeletions, TestRealFIFO_ReplaceMakesDeletionsReplaced
    @Test
    void aListPerObjectDeletesFirstWhatIsMissing() { // RQ-4
        RealFifo<ConfigMap> queue = perObject(thing("known", "1"), thing("listed", "2"), thing("queuedToo", "3"));
        queue.update(thing("queued", "4"));
        queue.update(thing("queuedToo", "5"));
        queue.add(thing("deleted", "6"));
        queue.delete(thing("deleted", "7"));
        queue.replace(List.of(thing("new", "8"), thing("listed", "9"), thing("new", "10")), version("11"));
        assertThat(all(queue))
                .containsExactly(
                        "queued: Updated 4",
                        "queuedToo: Updated 5",
                        "deleted: Added 6",
                        "deleted: Deleted 7",
                        "queued: Deleted ?4",
                        "queuedToo: Deleted ?5",
                        "known: Deleted ?1",
                        "new: Replaced 8",
                        "listed: Replaced 9",
                        "new: Replaced 10");
    }

    // TestRealFIFO_replaceWithDeleteDeltaIn, TestRealFIFO_enqueueingWithLister
    @Test
    void aListPerObjectBringsBackWhatIsQueuedAsDeleted() { // RQ-2, RQ-4
        RealFifo<ConfigMap> queue = perObject(thing("known", "1"));
        queue.delete(thing("known", "2"));
        queue.delete(thing("unknown", "3"));
        queue.replace(List.of(thing("known", "4")), version("5"));
        assertThat(all(queue))
                .as("every deletion is told, and none is made up")
                .containsExactly("known: Deleted 2", "unknown: Deleted 3", "known: Replaced 4");
    }

    // TestRealFIFO_Resync, TestRealFIFO_ResyncNonExisting, TestRealFIFO_UpdateResyncRace
    @Test
    void resyncPerObjectLeavesOutWhatIsQueued() { // RQ-6
        RealFifo<ConfigMap> queue = perObject(thing("a", "1"), thing("b", "2"), thing("c", "3"));
        queue.update(thing("b", "4"));
        queue.delete(thing("c", "5"));
        queue.resync();
        assertThat(all(queue)).containsExactly("b: Updated 4", "c: Deleted 5", "a: Sync 1");
    }

    // TestRealFIFO_transformer
    @Test
    void eachObjectIsTransformedOnceExceptTombstonesAndSyncs() { // RQ-8
        for (boolean atomic : List.of(true, false)) {
            List<String> seen = new ArrayList<>();
            Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
            store.add(thing("known", "0"));
            RealFifo.Mode<ConfigMap> mode =
                    atomic ? new RealFifo.Mode.Atomic<>(true, true) : new RealFifo.Mode.PerObject<>(store);
            RealFifo<ConfigMap> queue =
                    new RealFifo<>(Platform.real(), config().withMode(mode).withTransform(map -> {
                        seen.add(map.key().name() + map.metadata().resourceVersion());
                        return thing("t" + map.key().name(), "99");
                    }));
            queue.add(thing("a", "1"));
            queue.update(thing("a", "2"));
            queue.delete(thing("a", "3"));
            queue.resync();
            queue.delete(new DeletedFinalStateUnknown<>(A, thing("a", "5")));
            queue.replace(List.of(thing("b", "6")), version("6"));
            assertThat(seen).containsExactly("a1", "a2", "a3", "b6");
            assertThat(Popped.one(queue))
                    .as("the key is that of the object before")
                    .isEqualTo("a: Added 99");
        }
    }

    // TestRealFIFO_HasSynced, TestRealFIFO_HasSyncedCorrectOnDeletion
    @Test
    void hasSyncedToTheLetter() { // §2.3, HS-3
        assertThat(atomic().hasSynced()).as("nothing happened").isFalse();

        RealFifo<ConfigMap> added = atomic();
        added.update(thing("a", "1"));
        assertThat(added.hasSynced()).as("update first").isTrue();

        RealFifo<ConfigMap> silent = atomic();
        silent.bookmark(version("1"));
        silent.resync();
        assertThat(silent.hasSynced()).as("bookmark and resync say nothing").isFalse();
        silent.replace(List.of(), version("2"));
        Popped.one(silent);
        Popped.one(silent);
        assertThat(silent.hasSynced()).as("what was queued before counts").isFalse();
        Popped.one(silent);
        assertThat(silent.hasSynced()).isTrue();

        RealFifo<ConfigMap> emptyList = atomic();
        emptyList.replace(List.of(), version("1"));
        assertThat(emptyList.hasSynced()).as("the list is not processed yet").isFalse();
        Popped.one(emptyList);
        assertThat(emptyList.hasSynced()).isTrue();

        RealFifo<ConfigMap> emptyPerObject = perObject();
        emptyPerObject.replace(List.of(), version("1"));
        assertThat(emptyPerObject.hasSynced()).isTrue();

        RealFifo<ConfigMap> twice = perObject();
        twice.replace(List.of(thing("a", "1"), thing("a", "2")), version("2")); // HS-2
        Popped.one(twice);
        assertThat(twice.hasSynced()).as("each of both counts").isFalse();
        Popped.one(twice);
        assertThat(twice.hasSynced()).isTrue();
        twice.replace(List.of(thing("b", "3")), version("3"));
        assertThat(twice.hasSynced()).isTrue();

        RealFifo<ConfigMap> deleting = perObject(thing("a", "1"));
        deleting.replace(List.of(), version("2"));
        assertThat(deleting.hasSynced()).isFalse();
        Popped.one(deleting);
        assertThat(deleting.hasSynced()).isTrue();
        assertThat(deleting.synced().name()).isEqualTo("RealFIFO");
    }

    @Test
    void syncedMeansProcessed() throws InterruptedException { // HS-1, QF-4
        RealFifo<ConfigMap> queue = atomic();
        queue.replace(List.of(thing("a", "1")), version("1"));
        queue.replace(List.of(thing("b", "2")), version("2"));
        List<String> log = new ArrayList<>();
        queue.synced().whenDone(() -> log.add("synced"));
        DeltaProcessor<ConfigMap> processor =
                (deltas, initial) -> log.add(initial + " " + queue.hasSynced() + " " + Popped.text(deltas));
        queue.pop(processor);
        queue.pop(processor);
        assertThat(log).containsExactly("true false ReplacedAll 1 [a]", "synced", "false true ReplacedAll 2 [b]");
    }

    @Test
    void whatIsUnderWayWhenTheFirstListComesIsNotOfIt() throws InterruptedException { // HS-1
        RealFifo<ConfigMap> queue = atomic();
        queue.bookmark(version("1"));
        queue.pop((deltas, initial) -> queue.replace(List.of(thing("a", "2")), version("2")));
        assertThat(queue.hasSynced()).isFalse();
        queue.pop((deltas, initial) -> assertThat(initial).isTrue());
        assertThat(queue.hasSynced()).isTrue();
    }

    @Test
    void whatFailsIsGone() { // QF-2
        RealFifo<ConfigMap> queue = atomic();
        queue.replace(List.of(), version("1"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((deltas, initial) -> {
                    throw new IllegalStateException("failed");
                }));
        assertThat(queue.size()).isZero();
        assertThat(queue.hasSynced()).isTrue();
    }

    // TestRealFIFO_PopMultipleDeltaInBatch
    @Test
    void aBatchHasNoKeyTwice() { // RQ-9
        RealFifo<ConfigMap> queue = atomic();
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.update(thing("a", "3"));
        queue.update(thing("a", "4"));
        queue.update(thing("b", "5"));
        assertThat(batches(queue)).containsExactly("[a, b]", "a: Updated 3", "[a, b]");
    }

    // TestRealFIFO_ReplaceAtomicPop
    @Test
    void aBatchEndsBeforeWhatIsOfTheWholeCollection() { // RQ-9
        RealFifo<ConfigMap> queue = atomic();
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.bookmark(version("3"));
        queue.bookmark(version("4"));
        queue.add(thing("c", "5"));
        queue.resync();
        queue.replace(List.of(thing("d", "6")), version("6"));
        queue.add(thing("e", "7"));
        queue.add(thing("f", "8"));
        assertThat(batches(queue))
                .containsExactly(
                        "[a, b]", "Bookmark 3", "Bookmark 4", "c: Added 5", "SyncAll", "ReplacedAll 6 [d]", "[e, f]");
    }

    // TestRealFIFO_PopMultipleDeltaInBatch
    @Test
    void aBatchDoesNotMixTheFirstListWithWhatCameLater() { // RQ-9, QF-4
        RealFifo<ConfigMap> queue = perObject();
        queue.replace(List.of(thing("a", "1"), thing("b", "2")), version("2"));
        queue.add(thing("c", "3"));
        queue.add(thing("d", "4"));
        assertThat(batches(queue)).containsExactly("! [a, b]", "[c, d]");
        assertThat(queue.hasSynced()).isTrue();
    }

    // TestRealFIFO_PopMultipleDeltaInBatch
    @Test
    void aBatchIsBounded() { // RQ-9, RQ-3
        RealFifo<ConfigMap> queue = atomic();
        IntStream.range(0, 1500).forEach(i -> queue.add(thing("n" + i, "1")));
        List<Integer> sizes = new ArrayList<>();
        while (queue.size() > 0) {
            popBatch(queue, new DeltaProcessor<>() {
                @Override
                public void process(List<? extends Delta<ConfigMap>> deltas, boolean initial) {
                    throw new AssertionError("single");
                }

                @Override
                public void processBatch(List<Delta.OfObject<ConfigMap>> batch, boolean initial) {
                    sizes.add(batch.size());
                }
            });
        }
        assertThat(sizes).containsExactly(1000, 500);
    }

    @Test
    void aProcessorWithoutBatchesGetsOneAfterTheOther() { // RQ-9
        RealFifo<ConfigMap> queue = atomic();
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        List<String> log = new ArrayList<>();
        popBatch(queue, (deltas, initial) -> log.add(Popped.text(deltas)));
        assertThat(log).containsExactly("a: Added 1", "b: Added 2");
    }

    // BenchmarkAddWithSlowHandlers measures what this pins
    @Test
    void producersGoOnWhileTheConsumerWorksUntilTooMuchIsQueued() throws InterruptedException { // RQ-10
        RealFifo<ConfigMap> unlocked = atomic();
        fill(unlocked, 10);
        assertThat(Producers.canPutDuringPop(unlocked, true)).isTrue();
        fill(unlocked, 2000);
        assertThat(Producers.canPutDuringPop(unlocked, true))
                .as("one less than that is left")
                .isTrue();
        fill(unlocked, 2001);
        assertThat(Producers.canPutDuringPop(unlocked, false)).isFalse();
        RealFifo<ConfigMap> locked =
                new RealFifo<>(Platform.real(), config().withMode(new RealFifo.Mode.Atomic<>(true, false)));
        fill(locked, 10);
        assertThat(Producers.canPutDuringPop(locked, false)).isFalse();
        RealFifo<ConfigMap> perObject = perObject();
        fill(perObject, 10);
        assertThat(Producers.canPutDuringPop(perObject, false)).isFalse();
    }

    private static void fill(RealFifo<ConfigMap> queue, int size) {
        while (queue.size() < size) {
            queue.add(thing("a", "1"));
        }
    }

    @Test
    void processingThatTakesLongIsReported() { // QF-6
        long ms = 1_000_000;
        assertThat(HandOver.isSlow(1, 100 * ms)).isFalse();
        assertThat(HandOver.isSlow(1, 101 * ms)).isTrue();
        assertThat(HandOver.isSlow(5, 500 * ms)).isFalse();
        assertThat(HandOver.isSlow(1000, 1001 * ms)).isTrue();
    }

    @Test
    void slowProcessingIsReportedOnlyIfMoreThanTenWait() { // QF-6
        for (int waiting : new int[] {10, 11}) {
            VirtualPlatform.simulate(6, platform -> {
                RealFifo<ConfigMap> queue = new RealFifo<>(platform, config());
                fill(queue, 1 + waiting);
                try (StrictLog.Lines lines = StrictLog.record()) {
                    queue.pop((deltas, initial) -> pause(platform, 101));
                    assertThat(lines.with("slow processing of queue items")).hasSize(waiting == 10 ? 0 : 1);
                }
                fill(queue, 1 + waiting);
                try (StrictLog.Lines lines = StrictLog.record()) {
                    queue.pop((deltas, initial) -> pause(platform, 100));
                    assertThat(lines.with("slow processing of queue items")).isEmpty();
                }
            });
        }
    }

    private static void pause(VirtualPlatform platform, long millis) {
        try {
            platform.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // TestRealFIFO_PopShouldUnblockWhenClosed
    @Test
    void popAndPopBatchEndWhenClosedAndEmpty() { // QF-3
        VirtualPlatform.simulate(4, platform -> {
            for (boolean batch : List.of(true, false)) {
                RealFifo<ConfigMap> queue = new RealFifo<>(platform, config());
                List<String> log = new ArrayList<>();
                DeltaProcessor<ConfigMap> processor = (deltas, initial) -> log.add(Popped.text(deltas));
                try (var consumer = platform.start("consumer", () -> {
                    while (batch ? queue.popBatch(processor) : queue.pop(processor)) {}
                    log.add("closed");
                })) {
                    platform.sleep(Duration.ofSeconds(1));
                    queue.add(thing("a", "1"));
                    queue.close();
                    queue.close();
                    queue.add(thing("b", "2"));
                    platform.sleep(Duration.ofSeconds(1));
                    assertThat(log).containsExactly("a: Added 1", "b: Added 2", "closed");
                    assertThat(consumer.isDone() && queue.isClosed()).isTrue();
                }
            }
        });
    }

    @Test
    void anInterruptedConsumerGoes() { // CT-1
        VirtualPlatform.simulate(5, platform -> {
            RealFifo<ConfigMap> queue = new RealFifo<>(platform, config());
            Task consumer = platform.start("consumer", () -> queue.pop((deltas, initial) -> {}));
            platform.sleep(Duration.ofSeconds(1));
            consumer.close();
            assertThat(consumer.isDone()).isTrue();
        });
    }

    // TestRealFIFO_basic
    @Test
    void arrivalOrderIsKeptAcrossProducers() { // QF-1, RQ-1
        for (long seed = 0; seed < 50; seed++) {
            VirtualPlatform.simulate(seed, platform -> {
                RealFifo<ConfigMap> queue = new RealFifo<>(platform, config());
                List<String> popped = new ArrayList<>();
                List<String> arrived = Producers.two(platform, queue, queue::close, () -> {
                    while (queue.popBatch((deltas, initial) -> popped.add(Popped.text(deltas)))) {}
                });
                assertThat(popped)
                        .isEqualTo(
                                arrived.stream().map(name -> name + ": Added 1").toList());
            });
        }
    }

    @Test // QF-1: under many schedules; Lincheck looks only at pops that need not wait
    void aPopThatWaitsGetsWhatComesAndNothingTwice() throws InterruptedException {
        for (long seed = 0; seed < 300; seed++) {
            try (VirtualPlatform virtual = new VirtualPlatform(seed)) {
                var shared = new RealFifo<>(
                        virtual, RealFifo.Config.of((KeyFunction<String>) text -> Key.of(text.substring(0, 1))));
                List<String> popped = new ArrayList<>();
                Task consumer = virtual.start("consumer", () -> {
                    boolean open = true;
                    while (open) {
                        open = shared.pop((deltas, initial) -> deltas.forEach(delta -> popped.add(delta.toString())));
                    }
                });
                List<Task> producers = new ArrayList<>();
                for (String name : List.of("a", "b")) {
                    producers.add(virtual.start("producer " + name, () -> {
                        for (int i = 0; i < 3; i++) {
                            shared.add(name + i);
                            virtual.sleep(Duration.ofNanos(virtual.random().nextInt(3)));
                        }
                    }));
                }
                virtual.advance(Duration.ofSeconds(1));
                assertThat(popped).as("seed %s", seed).hasSize(6).doesNotHaveDuplicates();
                for (String name : List.of("a", "b")) {
                    assertThat(popped)
                            .as("in order, seed %s", seed)
                            .filteredOn(text -> text.contains("object=" + name))
                            .hasSize(3)
                            .isSorted();
                }
                assertThat(consumer.isDone()).as("it waits, seed %s", seed).isFalse();
                shared.close();
                virtual.awaitQuiet();
                assertThat(consumer.isDone()).as("seed %s", seed).isTrue();
                producers.forEach(Task::close);
                consumer.close();
            }
        }
    }
}
