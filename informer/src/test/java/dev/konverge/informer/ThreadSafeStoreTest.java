package dev.konverge.informer;

import static dev.konverge.informer.Things.byWord;
import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.informer.ThreadSafeStore.KeyedOperation;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadSafeStoreTest {
    private static final Key A = Key.of("ns", "a");
    private static final Key B = Key.of("ns", "b");
    private static final String WORDS = "words";

    private final ThreadSafeStore<ConfigMap> store = new ThreadSafeStore<>(Platform.real());

    private static ConfigMap a(String version, String value) {
        return thing("ns", "a", version, value);
    }

    private static ConfigMap b(String version, String value) {
        return thing("ns", "b", version, value);
    }

    // TestThreadSafeStoreRV
    @Test
    void theVersionIsThatOfTheLastWriteWithOne() { // §1.4, RV-1, RV-2, ST-3
        assertThat(store.version()).isEqualTo(ResourceVersion.NONE);
        store.add(A, a("5", ""));
        assertThat(store.version()).isEqualTo(version("5"));
        store.update(A, a("3", ""));
        assertThat(store.version()).as("smaller").isEqualTo(version("3"));
        store.deleteWithObject(B, b("9", ""));
        assertThat(store.version()).as("deletion of an absent one").isEqualTo(version("9"));
        store.delete(A);
        assertThat(store.version()).as("deletion by key").isEqualTo(version("9"));
        store.bookmark(version("12"));
        assertThat(store.version()).isEqualTo(version("12"));
        store.replace(Map.of(A, a("1", "")), version("20"));
        assertThat(store.version()).isEqualTo(version("20"));
        store.replace(Map.of(), ResourceVersion.NONE);
        assertThat(store.version()).as("even none").isEqualTo(ResourceVersion.NONE);
        store.add(A, a("", ""));
        assertThat(store.version()).isEqualTo(ResourceVersion.NONE);
    }

    // TestThreadSafeStoreRV, TestStoreResourceVersionWithNonMetaTransform
    @Test
    void anObjectWithoutMetadataLeavesTheVersion() { // §1.4
        ThreadSafeStore<String> texts = new ThreadSafeStore<>(Platform.real());
        texts.bookmark(version("4"));
        texts.add(A, "x");
        texts.deleteWithObject(A, "x");
        texts.transaction(List.of(new KeyedOperation<>(A, new StoreOperation.Add<>("y"))));
        assertThat(texts.version()).isEqualTo(version("4"));
        assertThat(texts.findByKey(A)).contains("y");
        assertThat(texts.listKeys()).containsExactly(A);
    }

    // TestThreadSafeStoreRV
    @Test
    void aTransactionHasTheVersionOfItsLastOperation() { // §1.4, TX-1
        store.transaction(List.of(
                new KeyedOperation<>(A, new StoreOperation.Add<>(a("7", ""))),
                new KeyedOperation<>(B, new StoreOperation.Update<>(b("6", "")))));
        assertThat(store.version()).isEqualTo(version("6"));
        store.transaction(List.of(
                new KeyedOperation<>(A, new StoreOperation.Delete<>(new DeletedFinalState<>(A, a("8", ""))))));
        assertThat(store.version()).isEqualTo(version("8"));
        store.transaction(List.of(
                new KeyedOperation<>(B, new StoreOperation.Delete<>(new DeletedFinalStateUnknown<>(B, b("11", ""))))));
        assertThat(store.version())
                .as("a tombstone's is older than the deletion")
                .isEqualTo(version("8"));
        assertThat(store.size()).isZero();
        store.transaction(List.of());
        assertThat(store.version()).isEqualTo(version("8"));
        store.transaction(List.of(
                new KeyedOperation<>(A, new StoreOperation.Add<>(a("13", ""))),
                new KeyedOperation<>(B, new StoreOperation.Delete<>(new DeletedFinalStateUnknown<>(B, null)))));
        assertThat(store.version())
                .as("what came before the tombstone can be read, and waited for")
                .isEqualTo(version("13"));
    }

    // TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex,
    // TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex
    @Test
    void aValueThatNobodyHasIsForgotten() { // IX-3
        store.addIndexers(Map.of(WORDS, byWord()));
        store.add(A, a("1", "red"));
        store.add(B, b("2", "red"));
        store.delete(A);
        assertThat(store.listIndexValues(WORDS)).as("b still has it").containsExactly("red");
        assertThat(store.indexKeys(WORDS, "red")).containsExactly(B);
        store.delete(B);
        assertThat(store.listIndexValues(WORDS)).isEmpty();
        assertThat(store.byIndex(WORDS, "red")).isEmpty();
    }

    // TestThreadSafeStoreIndexingFunctionsWithMultipleValues, TestMultiIndexKeys
    @Test
    void anObjectMovesBetweenOverlappingSetsOfValues() { // IX-1, IX-2
        store.addIndexers(Map.of(WORDS, byWord()));
        store.add(A, a("1", "one two"));
        store.add(A, a("2", "two three"));
        assertThat(store.listIndexValues(WORDS)).containsExactlyInAnyOrder("two", "three");
        assertThat(store.byIndex(WORDS, "two")).as("in its new state").containsExactly(a("2", "two three"));
        store.add(A, a("3", ""));
        assertThat(store.listIndexValues(WORDS)).isEmpty();
        store.add(A, a("4", "one one"));
        assertThat(store.indexKeys(WORDS, "one")).containsExactly(A);
        store.delete(A);
        assertThat(store.listIndexValues(WORDS)).isEmpty();
    }

    @Test
    void objectsThatShareAValueAreFoundByOneOfThem() { // IX-6, IX-10
        store.addIndexers(Map.of(WORDS, byWord()));
        store.add(A, a("1", "one two"));
        store.add(B, b("2", "two"));
        assertThat(store.size()).isEqualTo(2);
        assertThat(store.index(WORDS, b("", "two"))).containsExactlyInAnyOrder(a("1", "one two"), b("2", "two"));
        assertThat(store.indexers()).containsOnlyKeys(WORDS);
    }

    @Test
    void anObjectIsFoundByTheSameValueInItsNewState() { // IX-2
        store.addIndexers(Map.of(WORDS, byWord()));
        store.add(A, a("1", "one"));
        store.update(A, a("2", "one"));
        assertThat(store.byIndex(WORDS, "one")).containsExactly(a("2", "one"));
    }

    @Test
    void oldValuesAreAskedForAgain() { // IX-2, IX-4: recomputed, not remembered
        List<String> asked = new ArrayList<>();
        ThreadSafeStore<String> texts = new ThreadSafeStore<>(Platform.real());
        texts.addIndexers(Map.of("self", text -> {
            asked.add(text);
            return List.of(text);
        }));
        texts.add(A, "x");
        asked.clear();
        texts.add(A, "y");
        assertThat(asked).containsExactly("x", "y");
    }

    @Test
    void aFailingIndexFunctionFailsLoudlyAndChangesNothing() { // IX-5, without the quirk
        store.addIndexers(Map.of(WORDS, map -> {
            if (Things.value(map).equals("bad")) {
                throw new IllegalStateException("cannot");
            }
            return byWord().valuesOf(map);
        }));
        store.add(A, a("1", "good"));
        assertThatExceptionOfType(IndexException.class)
                .isThrownBy(() -> store.add(A, a("2", "bad")))
                .withMessage("index \"words\" failed on object \"ns/a\": cannot");
        assertThat(store.list()).containsExactly(a("1", "good"));
        assertThat(store.version()).isEqualTo(version("1"));
        assertThatExceptionOfType(IndexException.class)
                .isThrownBy(() -> store.replace(Map.of(A, a("1", ""), B, b("3", "bad")), version("9")));
        assertThat(store.byIndex(WORDS, "good")).containsExactly(a("1", "good"));
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is wrong
    void whateverIsWrongWithAnIndexFunctionIndexAndKeyAreNamed() { // IX-5
        List<IndexFunction<ConfigMap>> wrong = List.of(map -> null, map -> Arrays.asList("x", null), map -> {
            throw new StackOverflowError();
        });
        for (IndexFunction<ConfigMap> function : wrong) {
            ThreadSafeStore<ConfigMap> fresh = new ThreadSafeStore<>(Platform.real());
            fresh.addIndexers(Map.of(WORDS, function));
            assertThatExceptionOfType(IndexException.class)
                    .isThrownBy(() -> fresh.add(A, a("1", "x")))
                    .withMessageStartingWith("index \"words\" failed on object \"ns/a\": ");
            assertThatExceptionOfType(IndexException.class)
                    .isThrownBy(() -> fresh.replace(Map.of(A, a("1", "x")), version("9")))
                    .withMessageStartingWith("index \"words\" failed on object \"ns/a\": ");
            assertThat(fresh.size()).isZero();
        }
    }

    @Test
    void anIndexFunctionCannotWriteToItsStore() {
        store.addIndexers(Map.of(WORDS, map -> {
            store.bookmark(version("100"));
            return List.of();
        }));
        assertThatExceptionOfType(IndexException.class)
                .isThrownBy(() -> store.add(A, a("1", "")))
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(store.version()).isEqualTo(ResourceVersion.NONE);
    }

    @Test
    void anObjectIsFoundUnderTheKeyItWasPutUnder() {
        Key other = Key.of("elsewhere", "x");
        store.add(other, a("1", ""));
        store.add(A, a("2", ""));
        assertThat(store.listKeys()).containsExactlyInAnyOrder(other, A);
        assertThat(store.findByKey(other)).contains(a("1", ""));
        store.delete(other);
        assertThat(store.list()).containsExactly(a("2", ""));
    }

    @Test
    void whoWaitsForAVersionGoesOnWhenItIsReached() { // RV-3
        VirtualPlatform.simulate(1, platform -> {
            ThreadSafeStore<ConfigMap> waited = new ThreadSafeStore<>(platform);
            List<String> log = new ArrayList<>();
            try (var first = platform.start(
                            "first", () -> log.add("10: " + waited.awaitVersion(version("10"), Duration.ofDays(1))));
                    var second = platform.start(
                            "second", () -> log.add("9: " + waited.awaitVersion(version("9"), Duration.ofDays(1))))) {
                platform.sleep(Duration.ofSeconds(1));
                waited.add(A, a("8", ""));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).isEmpty();
                waited.bookmark(version("9"));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).containsExactly("9: true");
                waited.add(A, a("11", ""));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).containsExactly("9: true", "10: true");
                assertThat(first.isDone() && second.isDone()).isTrue();
            }
        });
    }

    @Test
    void waitingForAVersionEndsInTime() { // RV-3
        VirtualPlatform.simulate(2, platform -> {
            ThreadSafeStore<ConfigMap> waited = new ThreadSafeStore<>(platform);
            waited.bookmark(version("5"));
            long start = platform.clock().nanoTime();
            assertThat(waited.awaitVersion(version("6"), Duration.ofSeconds(3))).isFalse();
            assertThat(platform.clock().nanoTime() - start)
                    .isEqualTo(Duration.ofSeconds(3).toNanos());
            assertThat(waited.awaitVersion(version("6"), Duration.ZERO)).isFalse();
            assertThat(waited.awaitVersion(version("5"), Duration.ZERO)).isTrue();
        });
    }

    @Test
    void versionsWithoutAnOrderAreNotWaitedFor() throws InterruptedException { // RV-3, RV-4
        assertThat(store.awaitVersion(version("1"), Duration.ZERO))
                .as("nothing stored yet")
                .isFalse();
        assertThat(store.awaitVersion(version("abc"), Duration.ZERO)).isTrue();
        assertThat(store.awaitVersion(ResourceVersion.NONE, Duration.ZERO)).isTrue();
        store.bookmark(version("opaque"));
        assertThat(store.awaitVersion(version("7"), Duration.ZERO)).isTrue();
    }

    @Test
    void readersWaitForNobody() throws InterruptedException { // CC-1
        Platform platform = Platform.real();
        SyncLatch writing = new SyncLatch(platform, "a write under way");
        SyncLatch done = new SyncLatch(platform, "all read");
        store.add(A, a("1", "one"));
        store.addIndexers(Map.of(WORDS, map -> {
            if (Things.value(map).equals("slow")) {
                writing.complete();
                await(done);
            }
            return byWord().valuesOf(map);
        }));
        try (Task writer = platform.start("writer", () -> store.add(B, b("2", "slow")))) {
            assertThat(writing.await(Duration.ofMinutes(1))).isTrue();
            assertThat(store.list()).containsExactly(a("1", "one"));
            assertThat(store.byIndex(WORDS, "one")).hasSize(1);
            assertThat(store.version()).isEqualTo(version("1"));
            done.complete();
            assertThat(writer.join(Duration.ofMinutes(1))).isTrue();
        }
        assertThat(store.list()).hasSize(2);
    }

    private static void await(SyncLatch latch) {
        try {
            assertThat(latch.await(Duration.ofMinutes(1))).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTransactionThatTakesLongIsReported() { // TX-5
        long ms = 1_000_000;
        assertThat(ThreadSafeStore.isSlow(1, 500 * ms)).isFalse();
        assertThat(ThreadSafeStore.isSlow(1, 501 * ms)).isTrue();
        assertThat(ThreadSafeStore.isSlow(4, 2000 * ms)).isFalse();
        assertThat(ThreadSafeStore.isSlow(1000, 5001 * ms)).isTrue();
    }

    @Test
    void aTransactionIsReportedByHowLongItTakes() { // TX-5
        for (long millis : new long[] {1000, 1002}) {
            VirtualPlatform.simulate(1, platform -> {
                ThreadSafeStore<String> slow = new ThreadSafeStore<>(platform);
                slow.addIndexers(Map.of("slow", object -> {
                    try {
                        platform.sleep(Duration.ofMillis(millis / 2));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return List.of();
                }));
                try (StrictLog.Lines lines = StrictLog.record()) {
                    slow.transaction(List.of(
                            new ThreadSafeStore.KeyedOperation<>(Key.of("", "a"), new StoreOperation.Add<>("1")),
                            new ThreadSafeStore.KeyedOperation<>(Key.of("", "b"), new StoreOperation.Add<>("1"))));
                    assertThat(lines.with("slow store transaction")).hasSize(millis == 1000 ? 0 : 1);
                }
            });
        }
    }
}
