package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DeltaFifoTest {
    private static final Key A = Key.of("ns", "a");

    private static DeltaFifo.Config<ConfigMap> config() {
        return DeltaFifo.Config.of(KeyFunction.ofMetadata());
    }

    private static DeltaFifo<ConfigMap> queue() {
        return new DeltaFifo<>(Platform.real(), config());
    }

    private static DeltaFifo<ConfigMap> queueKnowing(ConfigMap... known) {
        return new DeltaFifo<>(Platform.real(), config().withKnown(store(known)));
    }

    private static Store<ConfigMap> store(ConfigMap... objects) {
        Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
        store.replace(List.of(objects), version("1"));
        return store;
    }

    private static String popped(DeltaQueue<ConfigMap> queue) {
        return Popped.one(queue);
    }

    private static List<String> all(DeltaQueue<ConfigMap> queue) {
        return Popped.all(queue);
    }

    // TestDeltaFIFO_addUpdate, TestDeltaFIFO_DeleteExistingNonPropagated
    @Test
    void deltasOfAKeyAreHandedOverTogetherInOrder() { // DF-1, RQ contrast: compaction
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        queue.update(thing("a", "2"));
        queue.delete(thing("a", "3"));
        assertThat(queue.size()).isEqualTo(1);
        assertThat(popped(queue)).isEqualTo("a: Added 1, Updated 2, Deleted 3");
    }

    // TestDeltaFIFO_detectLineJumpers
    @Test
    void aQueuedKeyKeepsItsPlaceAndAPoppedOneLosesIt() { // DF-1
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        queue.add(thing("b", "2"));
        queue.update(thing("a", "3"));
        assertThat(popped(queue)).isEqualTo("a: Added 1, Updated 3");
        queue.add(thing("c", "4"));
        queue.update(thing("a", "5"));
        assertThat(all(queue)).containsExactly("b: Added 2", "c: Added 4", "a: Updated 5");
    }

    @Test
    void twoDeletionsInARowAreOne() { // DF-2
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        queue.delete(thing("a", "2"));
        queue.delete(thing("a", "3"));
        queue.delete(new DeletedFinalStateUnknown<>(A, null));
        assertThat(popped(queue)).as("the older one, with a known state").isEqualTo("a: Added 1, Deleted 2");
        queue.add(thing("a", "1"));
        queue.delete(new DeletedFinalStateUnknown<>(A, thing("a", "1")));
        queue.delete(thing("a", "4"));
        assertThat(popped(queue)).as("a known state says more than a tombstone").isEqualTo("a: Added 1, Deleted 4");
        queue.add(thing("a", "1"));
        queue.delete(thing("a", "2"));
        queue.add(thing("a", "3"));
        queue.delete(thing("a", "4"));
        assertThat(popped(queue)).as("nothing else is merged").isEqualTo("a: Added 1, Deleted 2, Added 3, Deleted 4");
    }

    // TestDeltaFIFO_enqueueingNoLister, TestDeltaFIFO_enqueueingWithLister
    @Test
    void theDeletionOfWhatNobodyKnowsIsDropped() { // DF-3
        DeltaFifo<ConfigMap> queue = queue();
        queue.delete(thing("a", "1"));
        assertThat(queue.size()).isZero();
        queue.add(thing("a", "2"));
        queue.delete(thing("a", "3"));
        assertThat(popped(queue)).isEqualTo("a: Added 2, Deleted 3");

        DeltaFifo<ConfigMap> knowing = queueKnowing(thing("a", "1"));
        knowing.delete(thing("a", "2"));
        knowing.delete(thing("b", "3"));
        assertThat(all(knowing)).containsExactly("a: Deleted 2");
    }

    @Test
    void whatCannotBeLookedUpCountsAsKnown() { // DF-3
        KnownObjects<ConfigMap> broken = new KnownObjects<>() {
            @Override
            public Optional<ConfigMap> findByKey(Key key) {
                throw new IllegalStateException("broken");
            }

            @Override
            public List<Key> listKeys() {
                return List.of(Key.of("ns", "known"));
            }
        };
        DeltaFifo<ConfigMap> queue = new DeltaFifo<>(Platform.real(), config().withKnown(broken));
        queue.delete(thing("a", "1"));
        assertThat(popped(queue)).isEqualTo("a: Deleted 1");
        queue.replace(List.of(), version("2"));
        assertThat(popped(queue)).isEqualTo("known: Deleted ?");
        queue.resync();
        assertThat(queue.size()).isZero();
    }

    // TestDeltaFIFO_ReplaceMakesDeletions, TestDeltaFIFO_ReplaceMakesDeletionsReplaced
    @Test
    void aListDeletesWhatIsQueuedOrKnownAndMissing() { // DF-4
        DeltaFifo<ConfigMap> queue = queueKnowing(thing("known", "1"), thing("both", "2"));
        queue.update(thing("both", "3"));
        queue.add(thing("queued", "4"));
        queue.replace(List.of(thing("new", "5")), version("6"));
        assertThat(all(queue))
                .as("deletions come after the new objects, each where its key is")
                .containsExactly(
                        "both: Updated 3, Deleted ?3",
                        "queued: Added 4, Deleted ?4",
                        "new: Replaced 5",
                        "known: Deleted ?1");
    }

    // TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue
    @Test
    void aListDoesNotDeleteTwice() { // DF-2, DF-4
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        queue.delete(thing("a", "2"));
        queue.replace(List.of(thing("b", "3")), version("3"));
        assertThat(all(queue)).containsExactly("a: Added 1, Deleted 2", "b: Replaced 3");
        DeltaFifo<ConfigMap> knowing = queueKnowing(thing("a", "1"));
        knowing.replace(List.of(), version("2"));
        knowing.replace(List.of(), version("3"));
        assertThat(all(knowing))
                .as("a tombstone of a tombstone is the tombstone of the object")
                .containsExactly("a: Deleted ?1");
    }

    // TestDeltaFIFO_replaceWithDeleteDeltaIn
    @Test
    void aListAfterADeletionBringsTheObjectBack() { // DF-4
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        queue.delete(thing("a", "2"));
        queue.replace(List.of(thing("a", "3")), version("3"));
        assertThat(popped(queue)).isEqualTo("a: Added 1, Deleted 2, Replaced 3");
    }

    // TestDeltaFIFO_addReplace, TestDeltaFIFO_ReplaceDeltaType
    @Test
    void listedObjectsMayComeAsSync() { // §2.1: EmitDeltaTypeReplaced=false
        DeltaFifo<ConfigMap> queue = new DeltaFifo<>(Platform.real(), config().withForm(DeltaFifo.ListForm.SYNC));
        queue.add(thing("a", "1"));
        queue.replace(List.of(thing("a", "2")), version("2"));
        assertThat(popped(queue)).isEqualTo("a: Added 1, Sync 2");
    }

    // TestDeltaFIFO_Resync, TestDeltaFIFO_ResyncNonExisting, TestDeltaFIFO_UpdateResyncRace
    @Test
    void resyncTellsOfWhatIsKnownAndNotQueued() { // DF-5
        DeltaFifo<ConfigMap> queue = queueKnowing(thing("a", "1"), thing("b", "2"), thing("c", "3"));
        queue.update(thing("b", "4"));
        queue.delete(thing("c", "5"));
        queue.resync();
        assertThat(all(queue)).containsExactly("b: Updated 4", "c: Deleted 5", "a: Sync 1");
        DeltaFifo<ConfigMap> knowingNothing = queue();
        knowingNothing.resync();
        assertThat(knowingNothing.size()).isZero();
    }

    // TestDeltaFIFO_transformer
    @Test
    void eachObjectIsTransformedOnceExceptTombstonesAndSyncs() { // DF-6
        List<String> seen = new ArrayList<>();
        UnaryOperator<ConfigMap> transform = map -> {
            seen.add(map.key().name() + map.metadata().resourceVersion());
            return map;
        };
        DeltaFifo<ConfigMap> queue = new DeltaFifo<>(
                Platform.real(), config().withKnown(store(thing("known", "0"))).withTransform(transform));
        queue.add(thing("a", "1"));
        queue.update(thing("a", "2"));
        queue.delete(thing("a", "3"));
        queue.resync();
        queue.replace(List.of(thing("b", "4")), version("4"));
        queue.delete(new DeletedFinalStateUnknown<>(A, thing("a", "5")));
        assertThat(seen).containsExactly("a1", "a2", "a3", "b4");
        assertThat(queue.transform()).isSameAs(transform);
    }

    // TestDeltaFIFO_KeyOf
    @Test
    void whatCannotBeTransformedOrHasNoKeyIsNotQueued() { // DF-6, QF-5
        DeltaFifo<ConfigMap> queue = new DeltaFifo<>(Platform.real(), config().withTransform(map -> {
            throw new IllegalStateException("no");
        }));
        assertThatExceptionOfType(TransformException.class).isThrownBy(() -> queue.add(thing("a", "1")));
        assertThatExceptionOfType(TransformException.class)
                .isThrownBy(() -> queue.replace(List.of(thing("a", "1")), version("1")));
        assertThat(queue.size()).isZero();
        assertThat(queue.hasSynced()).isFalse();
        DeltaFifo<ConfigMap> keyless =
                new DeltaFifo<>(Platform.real(), DeltaFifo.Config.<ConfigMap>of(KeyFunction.of(map -> List.of())));
        assertThatExceptionOfType(KeyException.class).isThrownBy(() -> keyless.add(thing("a", "1")));
        assertThatIllegalArgumentException().isThrownBy(() -> keyless.addIfNotPresent(List.of()));
    }

    @Test
    void aBookmarkIsNothingToThisQueue() { // §2.1
        DeltaFifo<ConfigMap> queue = queue();
        queue.bookmark(version("5"));
        assertThat(queue.size()).isZero();
        assertThat(queue.hasSynced()).isFalse();
    }

    @Test
    void whatFailsIsGoneUnlessItIsAskedBack() throws InterruptedException { // QF-2
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((deltas, initial) -> {
                    assertThat(queue.size())
                            .as("removed before it is processed")
                            .isZero();
                    throw new IllegalStateException("failed");
                }));
        assertThat(queue.size()).isZero();
        queue.add(thing("a", "2"));
        queue.add(thing("b", "3"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((deltas, initial) -> {
                    throw new RequeueException(new IllegalStateException("later"));
                }))
                .withMessage("later");
        assertThat(all(queue)).containsExactly("b: Added 3", "a: Added 2");
        queue.add(thing("a", "4"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((deltas, initial) -> {
                    queue.update(thing("a", "5"));
                    throw new RequeueException(new IllegalStateException("later"));
                }));
        assertThat(all(queue)).as("not in front of something newer").containsExactly("a: Updated 5");
    }

    @Test
    void addIfNotPresentLeavesWhatIsQueued() {
        DeltaFifo<ConfigMap> queue = queue();
        queue.addIfNotPresent(List.of(new Delta.Updated<>(A, thing("a", "1"))));
        queue.addIfNotPresent(List.of(new Delta.Updated<>(A, thing("a", "2"))));
        assertThat(all(queue)).containsExactly("a: Updated 1");
    }

    // TestDeltaFIFO_HasSynced
    @Test
    void hasSyncedToTheLetter() { // §2.3
        assertThat(queue().hasSynced()).as("nothing happened").isFalse();

        DeltaFifo<ConfigMap> added = queue();
        added.add(thing("a", "1"));
        assertThat(added.hasSynced()).as("add first").isTrue();

        DeltaFifo<ConfigMap> deleted = queue();
        deleted.delete(thing("a", "1"));
        assertThat(deleted.hasSynced()).as("delete first").isTrue();

        DeltaFifo<ConfigMap> resynced = queueKnowing(thing("a", "1"));
        resynced.resync();
        assertThat(resynced.hasSynced()).as("resync says nothing").isFalse();

        DeltaFifo<ConfigMap> empty = queue();
        empty.replace(List.of(), version("1"));
        assertThat(empty.hasSynced()).as("an empty list").isTrue();

        DeltaFifo<ConfigMap> two = queue();
        two.replace(List.of(thing("a", "1"), thing("b", "2"), thing("a", "3")), version("3")); // HS-2
        assertThat(two.hasSynced()).isFalse();
        popped(two);
        assertThat(two.hasSynced()).isFalse();
        popped(two);
        assertThat(two.hasSynced()).as("a key counts once").isTrue();
        two.replace(List.of(thing("c", "4")), version("4"));
        assertThat(two.hasSynced()).as("later lists change nothing").isTrue();
        assertThat(two.synced().isDone()).isTrue();
    }

    @Test
    void theFirstListIsDoneWhenItsObjectsAndItsDeletionsAreHandedOver() { // §2.3
        DeltaFifo<ConfigMap> queue = queueKnowing(thing("gone", "1"));
        queue.replace(List.of(thing("a", "2"), thing("b", "3")), version("3"));
        popped(queue);
        popped(queue);
        assertThat(queue.hasSynced()).as("a deletion is left").isFalse();
        popped(queue);
        assertThat(queue.hasSynced()).isTrue();
    }

    // TestDeltaFIFO_HasSyncedCorrectOnDeletion
    @Test
    void theDeletionsOfTheFirstListBelongToIt() throws InterruptedException { // §2.3, QF-4
        DeltaFifo<ConfigMap> queue = queueKnowing(thing("a", "1"));
        queue.replace(List.of(), version("2"));
        assertThat(queue.hasSynced()).isFalse();
        List<Boolean> initial = new ArrayList<>();
        queue.pop((deltas, isInInitialList) -> {
            initial.add(isInInitialList);
            assertThat(queue.hasSynced()).as("not before it is processed").isFalse(); // HS-1, without the quirk
        });
        assertThat(queue.hasSynced()).isTrue();
        queue.replace(List.of(thing("b", "3")), version("3"));
        queue.pop((deltas, isInInitialList) -> initial.add(isInInitialList));
        assertThat(initial).as("a later list is not the first").containsExactly(true, false);
    }

    @Test
    void aFailureInTheFirstListDoesNotKeepItFromBeingDone() { // QF-2, §2.3
        DeltaFifo<ConfigMap> queue = queue();
        queue.replace(List.of(thing("a", "1")), version("1"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> queue.pop((deltas, initial) -> {
                    throw new IllegalStateException("failed");
                }));
        assertThat(queue.hasSynced()).isTrue();
    }

    // TestDeltaFIFO_PopShouldUnblockWhenClosed
    @Test
    void popWaitsForWorkAndEndsWhenClosed() { // QF-2, QF-3
        VirtualPlatform.simulate(3, platform -> {
            DeltaFifo<ConfigMap> queue = new DeltaFifo<>(platform, config());
            List<String> log = new ArrayList<>();
            try (var consumer = platform.start("consumer", () -> {
                while (queue.pop((deltas, initial) -> log.add(Popped.text(deltas)))) {}
                log.add("closed");
            })) {
                platform.sleep(Duration.ofSeconds(1));
                queue.add(thing("a", "1"));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).containsExactly("a: Added 1");
                queue.add(thing("b", "2"));
                queue.close();
                queue.add(thing("c", "3"));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).containsExactly("a: Added 1", "b: Added 2", "c: Added 3", "closed");
                assertThat(queue.isClosed() && consumer.isDone()).isTrue();
            }
            queue.add(thing("d", "4"));
            assertThat(all(queue)).as("accepted silently").containsExactly("d: Added 4");
            assertThat(queue.pop((deltas, initial) -> {})).isFalse();
        });
    }

    @Test
    void producersWaitWhileTheConsumerWorks() throws InterruptedException { // DF-7
        DeltaFifo<ConfigMap> queue = queue();
        queue.add(thing("a", "1"));
        assertThat(Producers.canPutDuringPop(queue, false)).isFalse();
        assertThat(all(queue)).containsExactly("put-meanwhile: Added 2");
    }

    // TestDeltaFIFO_basic
    @Test
    void theOrderOfEachProducerIsKept() { // QF-1
        for (long seed = 0; seed < 50; seed++) {
            VirtualPlatform.simulate(seed, platform -> {
                DeltaFifo<ConfigMap> queue = new DeltaFifo<>(platform, config());
                List<String> log = new ArrayList<>();
                Producers.two(platform, queue, queue::close, () -> {
                    while (queue.pop((deltas, initial) -> log.add(deltas.size() + Popped.text(deltas)))) {}
                });
                assertThat(log.stream().filter(line -> line.startsWith("1x"))).isSortedAccordingTo(String::compareTo);
                assertThat(log.stream().filter(line -> line.startsWith("1y"))).isSortedAccordingTo(String::compareTo);
                assertThat(log).hasSize(18);
            });
        }
    }
}
