package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.model.Resources;
import dev.konverge.model.core.v1.ConfigMap;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What deltas do to a store, and what is said about it. */
class DeltaApplierTest {
    private final KeyFunction<ConfigMap> keys = KeyFunction.ofMetadata();
    private final Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
    private final List<Notification<ConfigMap>> told = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final DeltaApplier<ConfigMap> applier = new DeltaApplier<>(store, keys, changes -> {
        told.addAll(changes);
        sizes.add(store.size());
    });

    private static final ConfigMap A1 = thing("a", "1");
    private static final ConfigMap A2 = thing("a", "2");
    private static final ConfigMap B1 = thing("b", "1");
    private static final ConfigMap C1 = thing("c", "1");

    private void apply(Delta<ConfigMap> delta) {
        applier.process(List.of(delta), false);
    }

    @Test // PD-1
    void whetherAnObjectIsNewDependsOnTheStoreAlone() {
        List<Delta<ConfigMap>> forms = List.of(
                new Delta.Added<>(A1.key(), A1),
                new Delta.Updated<>(A1.key(), A1),
                new Delta.Replaced<>(A1.key(), A1),
                new Delta.Sync<>(A1.key(), A1));
        for (Delta<ConfigMap> form : forms) {
            store.deleteByKey(A1.key());
            told.clear();
            applier.process(List.of(form), true);
            applier.process(List.of(form), true);
            assertThat(told).containsExactly(new Notification.Added<>(A1, true), new Notification.Updated<>(A1, A1));
        }
    }

    @Test // PD-2, TestStoreResourceVersion
    void aDeletionIsToldWithTheLastStateEvenIfNobodyKnewTheObject() {
        apply(new Delta.Added<>(A1.key(), A1));
        apply(new Delta.Deleted<>(new DeletedFinalState<>(A2.key(), A2)));
        apply(new Delta.Deleted<>(new DeletedFinalStateUnknown<>(B1.key(), null)));
        assertThat(told)
                .containsExactly(
                        new Notification.Added<>(A1, false),
                        new Notification.Deleted<>(new DeletedFinalState<>(A2.key(), A2)),
                        new Notification.Deleted<>(new DeletedFinalStateUnknown<>(B1.key(), null)));
        assertThat(store.size()).isZero();
        assertThat(store.version()).isEqualTo(version("2"));
    }

    @Test // PD-3, TestReplaceEvents
    void aNewListTellsWhatIsGoneFirstAndIsInTheStoreByThen() {
        apply(new Delta.Added<>(A1.key(), A1));
        apply(new Delta.Added<>(B1.key(), B1));
        told.clear();
        sizes.clear();
        apply(new Delta.ReplacedAll<>(version("9"), List.of(C1, A2)));
        assertThat(told)
                .containsExactly(
                        new Notification.Deleted<>(new DeletedFinalStateUnknown<>(B1.key(), B1)),
                        new Notification.Added<>(C1, false),
                        new Notification.Updated<>(A1, A2));
        assertThat(sizes).containsExactly(2);
        assertThat(store.version()).isEqualTo(version("9"));
    }

    @Test // PD-3
    void theFirstListIsAllNew() {
        applier.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1, B1))), true);
        assertThat(told).containsExactly(new Notification.Added<>(A1, true), new Notification.Added<>(B1, true));
        assertThat(store.size()).isEqualTo(2);
    }

    @Test // PD-4, TestTransformingInformerRace
    void aResyncTellsOfEveryObjectItself() {
        apply(new Delta.Added<>(A1.key(), A1));
        told.clear();
        apply(new Delta.SyncAll<>());
        assertThat(told).singleElement().isInstanceOfSatisfying(Notification.Updated.class, updated -> {
            assertThat(updated.before()).isSameAs(A1);
            assertThat(updated.after()).isSameAs(A1);
            assertThat(updated.isSync()).isTrue();
        });
    }

    @Test // PD-5
    void aBookmarkMovesTheVersionAndTellsNobody() {
        apply(new Delta.Bookmark<>(version("77")));
        assertThat(store.version()).isEqualTo(version("77"));
        assertThat(told).isEmpty();
    }

    @Test // PD-6, TestProcessDeltasInBatch
    void aBatchIsOneTransactionAndItsNewsComeTogether() {
        apply(new Delta.Added<>(A1.key(), A1));
        told.clear();
        sizes.clear();
        applier.processBatch(
                List.of(
                        new Delta.Updated<>(A2.key(), A2),
                        new Delta.Added<>(B1.key(), B1),
                        new Delta.Deleted<>(new DeletedFinalState<>(C1.key(), C1))),
                false);
        assertThat(told)
                .containsExactly(
                        new Notification.Updated<>(A1, A2),
                        new Notification.Added<>(B1, false),
                        new Notification.Deleted<>(new DeletedFinalState<>(C1.key(), C1)));
        assertThat(sizes).containsExactly(2);
    }

    @Test // PD-6, TestProcessDeltasInBatch
    void ofABatchThatFailsInPartTheRestIsTold() {
        Indexer<ConfigMap> picky = Indexer.of(Platform.real(), StoreConfig.of(object -> {
            if (object.key().name().equals("b")) {
                throw new IllegalArgumentException("no b here");
            }
            return object.key();
        }));
        var partly = new DeltaApplier<>(picky, keys, told::addAll);
        assertThatThrownBy(() -> partly.processBatch(
                        List.of(
                                new Delta.Added<>(A1.key(), A1),
                                new Delta.Added<>(B1.key(), B1),
                                new Delta.Added<>(C1.key(), C1)),
                        true))
                .isInstanceOf(TransactionException.class)
                .hasMessageContaining("1/3");
        assertThat(told).containsExactly(new Notification.Added<>(A1, true), new Notification.Added<>(C1, true));
    }

    @Test // PD-6, SI-4
    void whatIsMissingOfBatchesIsKnownUntilABatchBringsIt() {
        Set<String> bad = new HashSet<>(Set.of("b"));
        var picky = new DeltaApplier<>(Indexer.of(Platform.real(), StoreConfig.of(without(bad))), keys, told::addAll);
        List<Delta.OfObject<ConfigMap>> first =
                List.of(new Delta.Added<>(A1.key(), A1), new Delta.Added<>(B1.key(), B1));
        assertThatThrownBy(() -> picky.processBatch(first, true)).isInstanceOf(TransactionException.class);
        assertThat(picky.isWhole()).isFalse();
        assertThat(picky.hasFirstList()).isFalse();

        bad.clear();
        bad.add("c");
        List<Delta.OfObject<ConfigMap>> second =
                List.of(new Delta.Added<>(B1.key(), B1), new Delta.Added<>(C1.key(), C1));
        assertThatThrownBy(() -> picky.processBatch(second, false)).isInstanceOf(TransactionException.class);
        assertThat(picky.isWhole()).isFalse();

        bad.clear();
        picky.processBatch(List.of(new Delta.Updated<>(A2.key(), A2), new Delta.Updated<>(C1.key(), C1)), false);
        assertThat(picky.isWhole()).isTrue();
        assertThat(picky.hasFirstList()).isTrue();
    }

    /** A store in which calls of methods fail: as many of each as it is named. */
    private static final class FailingStore implements InvocationHandler {
        private final Store<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.ofResources());
        private final List<String> failing = new ArrayList<>();

        @SuppressWarnings("unchecked") // a proxy of that interface, to which its parameter means nothing
        Store<ConfigMap> proxy() {
            return (Store<ConfigMap>)
                    Proxy.newProxyInstance(Store.class.getClassLoader(), new Class<?>[] {Store.class}, this);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (failing.remove(method.getName())) {
                throw new OutOfMemoryError("not really");
            }
            try {
                return method.invoke(store, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }
    }

    @Test // SI-4
    void afterAFailureThatTellsNothingTheStoreIsNotWholeUntilAllIsAppliedAnew() {
        FailingStore failing = new FailingStore();
        var unlucky = new DeltaApplier<>(failing.proxy(), keys, told::addAll);
        failing.failing.add("snapshot");
        assertThatThrownBy(() -> unlucky.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1))), true))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(unlucky.hasFirstList()).isFalse();
        unlucky.process(List.of(new Delta.Added<>(A1.key(), A1)), false);
        assertThat(unlucky.hasFirstList()).as("who knows what else was in it").isFalse();
        unlucky.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1, B1))), false);
        assertThat(unlucky.hasFirstList()).isTrue();
        assertThat(unlucky.isWhole()).isTrue();

        failing.failing.add("findByKey");
        assertThatThrownBy(() -> unlucky.processBatch(
                        List.of(new Delta.Updated<>(A2.key(), A2), new Delta.Added<>(C1.key(), C1)), false))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(unlucky.isWhole()).isFalse();
        assertThat(unlucky.hasFirstList()).as("that one is there").isTrue();
        unlucky.process(List.of(new Delta.Replaced<>(A2.key(), A2)), false);
        assertThat(unlucky.isWhole()).isFalse();
        unlucky.process(List.of(new Delta.Replaced<>(C1.key(), C1)), false);
        assertThat(unlucky.isWhole())
                .as("not every queue hands over whole lists")
                .isTrue();
    }

    @Test // SI-4
    void aFirstListIsMissingAlsoAfterTheNextOneFailedHalfway() {
        FailingStore failing = new FailingStore();
        var unlucky = new DeltaApplier<>(failing.proxy(), keys, told::addAll);
        List<Delta<ConfigMap>> list = List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1)));
        failing.failing.add("snapshot");
        assertThatThrownBy(() -> unlucky.process(list, true)).isInstanceOf(OutOfMemoryError.class);
        failing.failing.addAll(List.of("replace", "replace", "bookmark"));
        assertThatThrownBy(() -> unlucky.process(list, false)).isInstanceOf(OutOfMemoryError.class);
        assertThat(failing.failing).as("it came to the end").isEmpty();
        assertThat(unlucky.hasFirstList()).isFalse();
        assertThat(unlucky.isWhole()).isFalse();

        unlucky.process(list, false);
        assertThat(unlucky.hasFirstList()).isTrue();
        assertThat(unlucky.isWhole()).isTrue();
    }

    private static KeyFunction<ConfigMap> without(Set<String> bad) {
        return object -> {
            if (bad.contains(object.key().name())) {
                throw new IllegalArgumentException("no key for " + object.key());
            }
            return object.key();
        };
    }

    @Test // PD-3, RQ-5 "Key problems are not detected here"
    void anObjectOfAListThatHasNoKeyIsMissedUntilTheNextList() {
        KeyFunction<ConfigMap> noB = without(Set.of("b"));
        var picky = new DeltaApplier<>(Indexer.of(Platform.real(), StoreConfig.of(noB)), noB, told::addAll);
        assertThatThrownBy(() ->
                        picky.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1, B1, C1))), true))
                .isInstanceOf(TransactionException.class)
                .hasMessageContaining("1/3");
        assertThat(told).containsExactly(new Notification.Added<>(A1, true), new Notification.Added<>(C1, true));
        assertThat(picky.isWhole()).isFalse();
        assertThat(picky.hasFirstList()).isFalse();

        picky.process(List.of(new Delta.ReplacedAll<>(version("10"), List.of(A1, C1))), false);
        assertThat(picky.isWhole()).isTrue();
        assertThat(picky.hasFirstList()).isTrue();
    }

    @Test // TX-3
    void ofAFailureWithoutWordsItIsToldWhatItIs() {
        KeyFunction<ConfigMap> unsayable = object -> {
            throw new Unsayable();
        };
        var mute = new DeltaApplier<>(Indexer.of(Platform.real(), StoreConfig.of(unsayable)), unsayable, told::addAll);
        assertThatThrownBy(() -> mute.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1, B1))), true))
                .isInstanceOf(TransactionException.class)
                .hasMessageContaining("(2/2)")
                .hasMessageContaining(Unsayable.class.getName());
    }

    @Test // PD-3
    void whatAListDoesNotHaveIsNotMissingEvenIfNotAllOfTheListIsTaken() {
        Set<String> bad = new HashSet<>(Set.of("b", "c"));
        store.addIndexers(Map.of("picky", object -> {
            if (bad.contains(object.key().name())) {
                throw new IllegalStateException("not yet");
            }
            return List.of();
        }));
        assertThatThrownBy(() -> apply(new Delta.Added<>(B1.key(), B1))).hasMessageContaining("not yet");
        assertThatThrownBy(() -> apply(new Delta.ReplacedAll<>(version("9"), List.of(A1, C1))))
                .hasMessageContaining("not yet");
        assertThat(applier.isWhole()).isFalse();
        bad.clear();
        apply(new Delta.Updated<>(C1.key(), C1));
        assertThat(applier.isWhole()).isTrue();
    }

    @Test // PD-6, IX-5
    void ofABatchOrAListThatAnIndexRefusesTheRestIsApplied() {
        store.addIndexers(Map.of("picky", object -> {
            if (object.key().name().equals("b")) {
                throw new IllegalStateException("no b here");
            }
            return List.of();
        }));
        assertThatThrownBy(() -> applier.processBatch(
                        List.of(
                                new Delta.Added<>(A1.key(), A1),
                                new Delta.Added<>(B1.key(), B1),
                                new Delta.Added<>(C1.key(), C1)),
                        false))
                .isInstanceOfSatisfying(
                        TransactionException.class,
                        e -> assertThat(e.successfulIndices()).containsExactly(0, 2));
        assertThat(told).containsExactly(new Notification.Added<>(A1, false), new Notification.Added<>(C1, false));
        told.clear();
        assertThatThrownBy(() -> apply(new Delta.ReplacedAll<>(version("9"), List.of(A2, B1))))
                .hasMessageContaining("index \"picky\" failed on object \"ns/b\": no b here");
        assertThat(told)
                .containsExactly(
                        new Notification.Deleted<>(new DeletedFinalStateUnknown<>(C1.key(), C1)),
                        new Notification.Updated<>(A1, A2));
        assertThat(store.version()).isEqualTo(version("9"));
        assertThat(applier.hasFirstList()).isTrue();
    }

    @Test // RV-3, IX-5
    void ofAListThatAnIndexRefusesInPartTheRestIsThereBeforeItsVersionIs() {
        apply(new Delta.Added<>(B1.key(), B1));
        List<String> tooEarly = new ArrayList<>();
        ConfigMap late = thing("c", "8");
        store.addIndexers(Map.of("picky", object -> {
            // Who waits for a version reads without a lock, so also while an index is asked.
            if (!store.version().equals(version("1"))
                    && store.findByKey(late.key()).isEmpty()) {
                tooEarly.add(store.version() + " at " + object.key().name());
            }
            if ("7".equals(object.metadata().resourceVersion())) {
                throw new IllegalStateException("no b of version 7 here");
            }
            return List.of();
        }));
        List<ConfigMap> list = List.of(thing("a", "5"), thing("b", "7"), thing("d", "6"), late);
        assertThatThrownBy(() -> apply(new Delta.ReplacedAll<>(version("9"), list)))
                .hasMessageContaining("no b of version 7 here");
        assertThat(tooEarly).isEmpty();
        assertThat(store.version()).isEqualTo(version("9"));
        assertThat(store.findByKey(B1.key())).as("what it was stays").contains(B1);
        assertThat(store.size()).isEqualTo(4);
        assertThat(told)
                .as("the refused state is not told")
                .containsExactly(
                        new Notification.Added<>(B1, false),
                        new Notification.Added<>(list.getFirst(), false),
                        new Notification.Added<>(list.get(2), false),
                        new Notification.Added<>(late, false));
        assertThat(applier.isWhole()).isFalse();
    }

    @Test // SI-4
    void theFirstListIsThereOnceAllOfItWasApplied() {
        Set<String> bad = new HashSet<>(Set.of("b"));
        store.addIndexers(Map.of("picky", object -> {
            if (bad.contains(object.key().name())) {
                throw new IllegalStateException("not yet");
            }
            return List.of();
        }));
        assertThatThrownBy(() -> applier.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(A1, B1))), true))
                .isInstanceOf(TransactionException.class);
        assertThat(applier.hasFirstList()).isFalse();
        bad.clear();
        apply(new Delta.Updated<>(A2.key(), A2));
        assertThat(applier.hasFirstList()).isFalse();
        told.clear();
        apply(new Delta.Updated<>(B1.key(), B1));
        assertThat(applier.hasFirstList()).isTrue();
        assertThat(told).containsExactly(new Notification.Added<>(B1, true));
    }

    @Test // TX-3
    void ofManyFailuresTheFirstFewAreTold() {
        store.addIndexers(Map.of("broken", object -> {
            throw new IllegalStateException("no index for " + object.key());
        }));
        List<ConfigMap> many =
                IntStream.range(0, 1000).mapToObj(i -> thing("o" + i, "1")).toList();
        assertThatThrownBy(() -> apply(new Delta.ReplacedAll<>(version("9"), many)))
                .isInstanceOfSatisfying(TransactionException.class, e -> {
                    assertThat(e.total()).isEqualTo(1000);
                    assertThat(e.successfulIndices()).isEmpty();
                    assertThat(e.getSuppressed()).hasSize(10);
                })
                .hasMessageStartingWith("failed to execute (1000/1000) transactions failed due to: ")
                .hasMessageContaining("no index for ns/o9")
                .hasMessageNotContaining("ns/o10")
                .hasMessageEndingWith("; and 990 more");
    }

    @Test // PD-7
    void whatTheStoreDoesNotTakeIsNotTold() {
        Indexer<ConfigMap> none = Indexer.of(Platform.real(), StoreConfig.of(object -> {
            throw new IllegalArgumentException("nothing here");
        }));
        var refused = new DeltaApplier<>(none, keys, told::addAll);
        assertThatThrownBy(() -> refused.process(List.of(new Delta.Added<>(A1.key(), A1)), false))
                .isInstanceOf(KeyException.class);
        assertThat(told).isEmpty();
    }

    @Test // DI-2
    void anUpdateWithoutAChangeOfVersionIsASync() {
        assertThat(new Notification.Updated<>(A1, thing("ns", "a", "1", "other")).isSync())
                .isTrue();
        assertThat(new Notification.Updated<>(A1, A2).isSync()).isFalse();
        assertThat(new Notification.Updated<>("no", "metadata").isSync()).isFalse();
        ConfigMap versionless = ConfigMap.builder().metadata(m -> m.name("a")).build();
        assertThat(new Notification.Updated<>(versionless, versionless).isSync())
                .as("what a resync hands on")
                .isTrue();
        assertThat(new Notification.Updated<>(
                                versionless,
                                ConfigMap.builder().metadata(m -> m.name("a")).build())
                        .isSync())
                .isFalse();
    }

    private static ConfigMap with(String version, String value) {
        return ConfigMap.builder()
                .metadata(m ->
                        m.namespace("ns").name("a").resourceVersion(version).putLabels("app", "shop"))
                .putData("key", value)
                .build();
    }

    @Test
    void aNewerStateTakesOverWhatHasNotChangedHoweverItComes() {
        var renewing = new DeltaApplier<>(store, keys, told::addAll, Resources::renewed);
        ConfigMap first = with("1", "x");
        renewing.process(List.of(new Delta.Added<>(first.key(), first)), false);
        List<Consumer<ConfigMap>> ways = List.of(
                object -> renewing.process(List.of(new Delta.Updated<>(object.key(), object)), false),
                object -> renewing.processBatch(
                        List.of(new Delta.Updated<>(object.key(), object), new Delta.Added<>(B1.key(), B1)), false),
                object -> renewing.process(List.of(new Delta.ReplacedAll<>(version("9"), List.of(object))), false));
        for (int i = 0; i < ways.size(); i++) {
            told.clear();
            ConfigMap newer = with(Integer.toString(i + 2), "x");
            ways.get(i).accept(newer);
            ConfigMap stored = store.findByKey(first.key()).orElseThrow();
            assertThat(stored).isEqualTo(newer);
            assertThat(stored.data()).isSameAs(first.data());
            assertThat(stored.metadata().labels()).isSameAs(first.metadata().labels());
            assertThat(told)
                    .filteredOn(Notification.Updated.class::isInstance)
                    .singleElement()
                    .satisfies(news -> assertThat(((Notification.Updated<ConfigMap>) news).after())
                            .as("what is told is what is stored")
                            .isSameAs(stored));
        }
        ConfigMap changed = with("9", "y");
        renewing.process(List.of(new Delta.Updated<>(changed.key(), changed)), false);
        assertThat(store.findByKey(first.key())).contains(changed);
    }

    @Test
    void aStateThatCannotBeRenewedIsKeptAsItCame() {
        var failing = new DeltaApplier<>(store, keys, told::addAll, (newer, older) -> {
            throw new StackOverflowError();
        });
        failing.process(List.of(new Delta.Added<>(A1.key(), A1)), false);
        failing.process(List.of(new Delta.Updated<>(A2.key(), A2)), false);
        assertThat(store.findByKey(A2.key())).containsSame(A2);
        assertThat(told).contains(new Notification.Updated<>(A1, A2));
    }
}
