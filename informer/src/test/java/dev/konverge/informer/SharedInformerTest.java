package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.value;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An informer and its handlers, under virtual time. */
class SharedInformerTest {
    private final VirtualPlatform platform = new VirtualPlatform(3);
    private final FakeServer server = new FakeServer(platform);
    private SharedInformer.Running running = () -> {};

    @AfterEach
    void nothingIsLeft() {
        running.close();
        running.close();
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(server.openWatches()).isZero();
        platform.close();
    }

    /** Writes down what it is told. */
    private static final class Diary implements EventHandler<ConfigMap> {
        final List<String> told = new ArrayList<>();

        @Override
        public void onAdd(ConfigMap object, boolean initial) {
            told.add((initial ? "initial " : "add ") + object.key().name() + "=" + value(object));
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap after) {
            told.add("update " + after.key().name() + "=" + value(before) + ">" + value(after));
        }

        @Override
        public void onDelete(DeletedObject<ConfigMap> deleted) {
            told.add((deleted instanceof DeletedFinalStateUnknown<ConfigMap> ? "lost " : "delete ")
                    + deleted.key().name());
        }

        @Override
        public void onSynced() {
            told.add("synced");
        }

        List<String> take() {
            List<String> all = List.copyOf(told);
            told.clear();
            return all;
        }
    }

    private SharedInformerBuilder<ConfigMap> builder() {
        return SharedInformer.builder(platform, server);
    }

    private static void pause(VirtualPlatform platform, long millis) {
        try {
            platform.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start(SharedInformer<ConfigMap> informer) {
        running = informer.start();
        platform.awaitQuiet();
    }

    @Test
    void aHandlerThatIsRemovedWhileItPausesAfterAFailureIsNotCalledAgain() throws InterruptedException { // HR-7, PL-4
        server.put("a", "1");
        server.put("b", "1");
        SharedInformer<ConfigMap> informer = builder().build();
        List<String> calls = new ArrayList<>();
        Registration registration = informer.addHandler(EventHandler.of(notification -> {
            calls.add(notification.toString());
            throw new IllegalStateException("cannot");
        }));
        start(informer);
        assertThat(calls).hasSize(1);
        informer.removeHandler(registration);
        platform.advance(Duration.ofSeconds(5));
        assertThat(calls).hasSize(1);
    }

    @Test
    void whatIsSetAfterBuildIsForTheNextInformer() {
        server.put("a", "1");
        List<String> measured = new ArrayList<>();
        SharedInformerBuilder<ConfigMap> builder = builder().name("first").metrics((name, gauges) -> {
            measured.add(name);
            return InformerMetrics.NONE;
        });
        SharedInformer<ConfigMap> first = builder.build();
        builder.name("second")
                .order(SharedInformerBuilder.Order.BY_OBJECT)
                .policy(ReflectorPolicy.STANDARD.withStreaming(false))
                .expectedKind(new GroupVersionKind("other", "v1", "Other"))
                .indexers(Map.of("later", object -> List.of()))
                .metrics((name, gauges) -> {
                    measured.add("not for " + name);
                    return InformerMetrics.NONE;
                });
        start(first);
        assertThat(measured).containsExactly("first");
        assertThat(first.name()).isEqualTo("first");
        assertThat(first.indexer().version().text()).as("in order of arrival").isEqualTo("2");
        assertThat(first.indexer().indexers()).containsOnlyKeys(IndexFunction.NAMESPACE);
        assertThat(server.lists()).as("it streams").isEmpty();
        server.put("b", "1");
        platform.awaitQuiet();
        assertThat(first.indexer().size()).as("of whatever kind").isEqualTo(2);
        assertThat(builder.build().name()).isEqualTo("second");
    }

    @Test
    void anInterruptThatAHandlerLeavesBehindDoesNotReachItsNextNotification() {
        server.put("a", "1");
        server.put("b", "1");
        SharedInformer<ConfigMap> informer = builder().build();
        List<Boolean> interrupted = new ArrayList<>();
        informer.addHandler(EventHandler.of(notification -> {
            interrupted.add(Thread.interrupted());
            Thread.currentThread().interrupt();
        }));
        start(informer);
        assertThat(interrupted).as("two objects and the end of the start").containsExactly(false, false, false);
    }

    @Test
    void aHandlerThatWantsNoResyncForAgesIsServedLikeAnyOther() {
        server.put("a", "1");
        SharedInformer<ConfigMap> informer =
                builder().resyncPeriod(ofMinutes(1)).build();
        Diary patient = new Diary();
        Diary other = new Diary();
        informer.addHandler(patient, HandlerOptions.NONE.withResyncPeriod(Duration.ofSeconds(Long.MAX_VALUE)));
        informer.addHandler(other);
        start(informer);
        assertThat(patient.take()).containsExactly("initial a=1", "synced");
        assertThat(other.take()).containsExactly("initial a=1", "synced");
    }

    @Test
    void anInformerThatCouldNotStartMayBeStartedAgain() {
        server.put("a", "1");
        List<String> asked = new ArrayList<>();
        ListerWatcher<ConfigMap> moody = new ListerWatcher<>() {
            @Override
            public ResourceList<ConfigMap> list(ListOptions options) {
                return server.list(options);
            }

            @Override
            public EventStream<ConfigMap> watch(WatchOptions options) {
                return server.watch(options);
            }

            @Override
            public boolean streamsInitialEvents() {
                asked.add("?");
                if (asked.size() == 1) {
                    throw new IllegalStateException("not now");
                }
                return true;
            }
        };
        SharedInformer<ConfigMap> informer =
                SharedInformer.builder(platform, moody).build();
        Diary diary = new Diary();
        informer.addHandler(diary);
        assertThatThrownBy(informer::start).hasMessage("not now");
        assertThat(informer.isStarted()).isFalse();
        start(informer);
        assertThat(informer.hasSynced()).isTrue();
        assertThat(diary.told).as("its handlers are still there").contains("synced");
    }

    // ---- the copy

    @Test // CC-3
    void whoIsToldFindsTheChangeInTheCopyAndInItsIndexes() throws InterruptedException {
        server.put("a", "red");
        List<String> found = new ArrayList<>();
        SharedInformer<ConfigMap> informer = builder()
                .indexers(Map.of("word", map -> {
                    try {
                        // As long as this takes a handler that was told too early could look.
                        platform.sleep(ofSeconds(1));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return List.of(value(map));
                }))
                .build();
        informer.addHandler(EventHandler.<ConfigMap>functions()
                .onAdd(object -> found.add("add " + look(informer, object)))
                .onUpdate((before, after) -> found.add("update " + look(informer, after)))
                .onDelete(gone -> found.add(
                        "delete " + informer.indexer().findByKey(gone.key()).isEmpty()
                                + informer.indexer().byIndex("word", "blue").isEmpty())));
        start(informer);
        platform.advance(ofMinutes(1));
        server.put("b", "red");
        platform.advance(ofMinutes(1));
        server.put("a", "blue");
        platform.advance(ofMinutes(1));
        server.delete("a");
        platform.advance(ofMinutes(1));
        assertThat(found)
                .containsExactly("add red in [red]", "add red in [red]", "update blue in [blue]", "delete truetrue");
    }

    private static String look(SharedInformer<ConfigMap> informer, ConfigMap object) {
        String stored = informer.indexer().find(object).map(Things::value).orElse("none");
        List<String> values = informer.indexer().listIndexValues("word").stream()
                .filter(value -> informer.indexer().byIndex("word", value).contains(object))
                .toList();
        return stored + " in " + values;
    }

    @Test // RF-28, TestReflectorRespectStoreTransformer
    void aStreamedObjectIsTransformedTwiceAndALaterOneOnce() {
        server.put("a", "1");
        server.put("b", "1");
        List<String> transformed = new ArrayList<>();
        start(builder()
                .transform(object -> {
                    transformed.add(object.key().name());
                    return object;
                })
                .build());
        server.put("c", "1");
        platform.awaitQuiet();
        assertThat(server.lists()).as("no list, a stream").isEmpty();
        assertThat(transformed).hasSize(5).endsWith("c");
    }

    @Test // PL-5
    void aSlowCallIsReportedWhileMoreThanAThousandAndTwentyFourWait() throws InterruptedException {
        for (long millis : new long[] {100, 101}) {
            VirtualPlatform.simulate(1, simulated -> {
                FakeServer source = new FakeServer(simulated);
                source.fill(IntStream.range(0, 1026).mapToObj(i -> "o" + i));
                SharedInformer<ConfigMap> informer =
                        SharedInformer.builder(simulated, source).build();
                informer.addHandler(EventHandler.of(notification -> pause(simulated, millis)));
                try (StrictLog.Lines lines = StrictLog.record()) {
                    SharedInformer.Running informing = informer.start();
                    simulated.advance(ofMinutes(10));
                    informing.close();
                    assertThat(lines.with("a handler is slow, and much waits for it"))
                            .as("1,027 wait, the last one says that these are all")
                            .hasSize(millis == 100 ? 0 : 3);
                }
            });
        }
    }

    @Test // RQ-11
    void theGaugeOfTheQueueCountsWhatIsNotApplied() throws InterruptedException {
        List<Integer> queued = new ArrayList<>();
        List<SharedInformer<ConfigMap>> made = new ArrayList<>();
        made.add(builder()
                .indexers(Map.of("word", map -> {
                    if (value(map).equals("slow")) {
                        server.put("b", "1");
                        server.put("c", "1");
                        server.put("d", "1");
                        try {
                            platform.sleep(ofSeconds(1));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        queued.add(made.getFirst().gauges().queuedItems());
                    }
                    return List.of();
                }))
                .build());
        start(made.getFirst());
        server.put("a", "slow");
        platform.advance(ofMinutes(1));
        assertThat(queued).containsExactly(3);
        assertThat(made.getFirst().gauges().queuedItems()).isZero();
    }

    @Test // CC-3, SI-4, SI-6
    void theCopyFollowsTheServer() throws InterruptedException {
        server.put("a", "1");
        SharedInformer<ConfigMap> informer = builder().build();
        assertThat(informer.hasSynced()).isFalse();
        assertThat(informer.lastSyncResourceVersion()).isEqualTo(ResourceVersion.NONE);
        start(informer);
        assertThat(informer.hasSynced()).isTrue();
        assertThat(informer.awaitSynced(Duration.ZERO)).isTrue();
        server.put("b", "1");
        platform.awaitQuiet();
        assertThat(informer.indexer().list())
                .containsExactlyInAnyOrderElementsOf(server.state().values());
        assertThat(informer.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("3"));
        assertThat(informer.indexer().version()).isEqualTo(ResourceVersion.of("3"));
        server.bookmark();
        server.delete("a");
        platform.awaitQuiet();
        assertThat(informer.indexer().version()).isEqualTo(ResourceVersion.of("4"));
        assertThat(informer.indexer().size()).isEqualTo(1);
    }

    @Test // SI-5, IX-9, TestIndexer
    void indexesMayBeAddedBeforeAndAfterTheStartButNotAfterTheStop() {
        server.put("a", "red");
        server.put("b", "blue");
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addIndexers(Map.of("word", Things.byWord()));
        start(informer);
        informer.addIndexers(Map.of("late", Things.byWord()));
        server.put("c", "red");
        platform.awaitQuiet();
        for (String index : List.of("word", "late")) {
            assertThat(informer.indexer().byIndex(index, "red")).hasSize(2);
            assertThat(informer.indexer().listIndexValues(index)).containsExactlyInAnyOrder("red", "blue");
        }
        assertThat(informer.indexer().byIndex(IndexFunction.NAMESPACE, "ns")).hasSize(3);
        running.close();
        assertThatThrownBy(() -> informer.addIndexers(Map.of("later", Things.byWord())))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test // SI-2, RQ-8, TestSharedInformerTransformer, TestTransformingInformer
    void objectsAreTransformedBeforeAnybodySeesThem() {
        server.put("a", "secret");
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer =
                builder().transform(object -> object).build();
        informer.setTransform(object -> thing(
                "ns",
                object.key().name(),
                object.metadata().version().text(),
                value(object).replace("secret", "x")));
        informer.addHandler(diary);
        start(informer);
        server.put("a", "top secret");
        server.delete("a");
        platform.awaitQuiet();
        assertThat(diary.told).containsExactly("initial a=x", "synced", "update a=x>top x", "delete a");
        assertThatThrownBy(() -> informer.setTransform(object -> object))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("informer has already started");
    }

    @Test // SI-2, TestSharedInformerErrorHandling
    void failuresGoToTheHandlerThatWasSetLast() {
        List<ReflectorFailure> failures = new ArrayList<>();
        server.listing().failLists(Refusals.forbidden());
        SharedInformer<ConfigMap> informer = builder().build();
        informer.setWatchErrorHandler(failure -> {
            throw new AssertionError("not this one");
        });
        informer.setWatchErrorHandler(failures::add);
        start(informer);
        assertThat(failures).singleElement().isInstanceOf(ReflectorFailure.ListFailed.class);
        assertThatThrownBy(() -> informer.setWatchErrorHandler(failures::add))
                .isInstanceOf(IllegalStateException.class);
    }

    // ---- life

    @Test // SI-1, SI-2, TestStateSharedInformer
    void itStartsOnceAndStopsForGood() {
        SharedInformer<ConfigMap> informer = builder().build();
        assertThat(informer.isStarted()).isFalse();
        assertThat(informer.isStopped()).isFalse();
        start(informer);
        assertThat(informer.isStarted()).isTrue();
        int tasks = platform.liveTasks().size();
        informer.start().close();
        assertThat(platform.liveTasks()).as("a second start does nothing").hasSize(tasks);
        assertThat(informer.isStopped()).isFalse();
        running.close();
        assertThat(informer.isStarted()).isTrue();
        assertThat(informer.isStopped()).isTrue();
    }

    @Test // SI-3, PL-6, TestShutdown
    void stoppingLeavesNothingBehindAndDropsWhatWaits() {
        server.put("a", "1");
        server.put("b", "1");
        server.put("c", "1");
        List<String> told = new ArrayList<>();
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addHandler(EventHandler.<ConfigMap>functions().onAdd((object, initial) -> {
            told.add(object.key().name());
            try {
                platform.sleep(ofMinutes(1));
            } catch (InterruptedException asked) {
                told.add("interrupted");
            }
        }));
        Registration late = informer.addHandler(new Diary());
        start(informer);
        informer.removeHandler(late);
        assertThat(told).hasSize(1);
        running.close();
        assertThat(told).hasSize(2).endsWith("interrupted");
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(informer.gauges().backlogs()).isEmpty();
    }

    @Test // HR-2, TestAddOnStoppedSharedInformer, TestRemoveOnStoppedSharedInformer
    void whoComesAfterTheStopIsTurnedAwayAndWhoLeavesMay() throws InterruptedException {
        SharedInformer<ConfigMap> informer = builder().build();
        Registration early = informer.addHandler(new Diary());
        start(informer);
        running.close();
        assertThatThrownBy(() -> informer.addHandler(new Diary()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("was not added to shared informer because it has stopped already");
        informer.removeHandler(early);
        informer.shutDownHandler(early);
    }

    // ---- handlers

    // HR-6, without reflection
    @Test // PL-3, HR-1, HR-4, TestAddWhileActive
    void aLateHandlerIsToldOfAllThereIsAndThenOfWhatFollows() {
        server.put("a", "1");
        Diary early = new Diary();
        Diary late = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        Registration first = informer.addHandler(early);
        assertThat(first.hasSynced()).isFalse();
        start(informer);
        server.put("b", "1");
        platform.awaitQuiet();
        Registration second = informer.addHandler(late, HandlerOptions.NONE.withName("late"));
        assertThat(second.hasSynced()).as("each has its own").isFalse();
        assertThat(first.hasSynced()).isTrue();
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(early.told).containsExactly("initial a=1", "synced", "add b=1", "update a=1>2");
        assertThat(late.told.subList(0, 2)).containsExactlyInAnyOrder("initial a=1", "initial b=1");
        assertThat(late.told.subList(2, 4)).containsExactly("synced", "update a=1>2");
        assertThat(second.hasSynced()).isTrue();
        assertThat(second.name()).isEqualTo("late");
        assertThat(second.synced().name()).isEqualTo("SharedInformer configmaps + event handler late");
    }

    @Test // HR-4
    void aHandlerIsSyncedWhenItIsDoneWithAllThatWasThereBeItNothing() {
        server.put("a", "1");
        server.put("b", "1");
        List<String> calls = new ArrayList<>();
        List<Registration> self = new ArrayList<>();
        SharedInformer<ConfigMap> informer = builder().build();
        self.add(informer.addHandler(EventHandler.of(notification -> calls.add(
                notification.getClass().getSimpleName() + " " + self.getFirst().hasSynced()))));
        start(informer);
        assertThat(calls).containsExactly("Added false", "Added false", "Synced false");
        assertThat(self.getFirst().hasSynced()).isTrue();
        running.close();

        SharedInformer<ConfigMap> empty =
                SharedInformer.builder(platform, new FakeServer(platform)).build();
        Registration registration = empty.addHandler(new Diary());
        start(empty);
        assertThat(registration.hasSynced()).isTrue();
    }

    @Test // HR-1
    void whoJoinsBeforeTheFirstListIsSyncedWithIt() throws InterruptedException {
        server.listing().put("a", "1");
        server.failLists(Refusals.forbidden());
        SharedInformer<ConfigMap> informer = builder().build();
        start(informer);
        Diary diary = new Diary();
        Registration registration = informer.addHandler(diary);
        platform.awaitQuiet();
        assertThat(registration.hasSynced()).isFalse();
        platform.advance(ofSeconds(2));
        assertThat(diary.told).containsExactly("initial a=1", "synced");
    }

    @Test // HR-3, TestSharedInformerMultipleRegistration
    void aHandlerMayHaveSeveralPlaces() {
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        Registration one = informer.addHandler(diary);
        informer.addHandler(diary);
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        assertThat(diary.take()).containsExactlyInAnyOrder("synced", "synced", "add a=1", "add a=1");
        informer.removeHandler(one);
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(diary.take()).containsExactly("update a=1>2");
    }

    @Test // HR-7, TestSharedInformerRemoveHandler, TestRemovingRemovedSharedInformer,
    // TestSharedInformerRemoveForeignHandler
    void removingIsFinalAndHarmlessWhereThereIsNothingToRemove() {
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        SharedInformer<ConfigMap> other = builder().build();
        Registration stays = informer.addHandler(diary);
        Registration goes = informer.addHandler(new Diary());
        start(informer);
        other.removeHandler(stays);
        informer.removeHandler(goes);
        informer.removeHandler(goes);
        informer.removeHandler(other.addHandler(new Diary()));
        server.put("a", "1");
        platform.awaitQuiet();
        assertThat(diary.told).containsExactly("synced", "add a=1");
        assertThat(informer.gauges().backlogs()).hasSize(1);
        assertThat(platform.liveTasks().stream().filter(name -> name.startsWith("handler")))
                .as("who waited for nothing has gone")
                .hasSize(1);
    }

    @Test // HR-7, TestRemoveWhileActive
    void whatWaitsForARemovedHandlerIsDropped() {
        Gate gate = new Gate(platform);
        SharedInformer<ConfigMap> informer = builder().build();
        Registration registration = informer.addHandler(gate);
        start(informer);
        server.put("a", "1");
        server.put("a", "2");
        server.put("a", "3");
        platform.awaitQuiet();
        assertThat(gate.entered).containsExactly("Added");
        informer.removeHandler(registration);
        gate.open();
        platform.awaitQuiet();
        assertThat(gate.entered)
                .as("the call that ran has ended, and no other began")
                .containsExactly("Added");
        assertThat(gate.left).isEqualTo(1);
        assertThat(platform.liveTasks()).noneMatch(name -> name.startsWith("handler"));
    }

    @Test // HR-7, TestRemoveEventHandler_AsynchronousPanic
    void removingDoesNotWaitForTheCallThatRuns() {
        Gate gate = new Gate(platform);
        SharedInformer<ConfigMap> informer = builder().build();
        Registration registration = informer.addHandler(gate);
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        informer.removeHandler(registration);
        assertThat(gate.left).isZero();
        gate.open();
        platform.awaitQuiet();
        assertThat(gate.left).isEqualTo(1);
    }

    @Test // HR-8, TestRemoveEventHandler_SynchronousShutdown, TestShutDownEventHandler_Lifecycles
    void shuttingDownWaitsForTheCallThatRuns() throws InterruptedException {
        SharedInformer<ConfigMap> informer = builder().build();
        Registration never = informer.addHandler(new Diary());
        informer.shutDownHandler(never);
        Gate gate = new Gate(platform);
        Registration registration = informer.addHandler(gate);
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        Task opener = platform.start("opener", () -> {
            platform.sleep(ofSeconds(5));
            gate.open();
        });
        informer.shutDownHandler(registration);
        assertThat(gate.left).isEqualTo(1);
        assertThat(platform.clock().nanoTime()).isEqualTo(ofSeconds(5).toNanos());
        opener.close();
        Registration late = informer.addHandler(new Diary());
        informer.shutDownHandler(late);
    }

    @Test // HR-8
    void shuttingDownWaitsWhoeverElseHasRemovedTheHandlerBefore() throws InterruptedException {
        SharedInformer<ConfigMap> informer = builder().build();
        Gate gate = new Gate(platform);
        Registration registration = informer.addHandler(gate);
        SharedInformer<ConfigMap> other = builder().build();
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        other.shutDownHandler(registration);
        assertThat(gate.left).as("not of that informer").isZero();
        informer.removeHandler(registration);
        twoWaitForTheEndOf(registration, informer, gate);
    }

    private void twoWaitForTheEndOf(Registration registration, SharedInformer<ConfigMap> informer, Gate gate) {
        List<Integer> seen = new ArrayList<>();
        List<Task> waiting = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            waiting.add(platform.start("closer", () -> {
                informer.shutDownHandler(registration);
                seen.add(gate.left);
            }));
        }
        platform.awaitQuiet();
        assertThat(seen).isEmpty();
        gate.open();
        platform.awaitQuiet();
        assertThat(seen).containsExactly(1, 1);
        waiting.forEach(Task::close);
    }

    @Test // HR-8
    void twoWhoShutAHandlerDownBothWait() {
        SharedInformer<ConfigMap> informer = builder().build();
        Gate gate = new Gate(platform);
        Registration registration = informer.addHandler(gate);
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        twoWaitForTheEndOf(registration, informer, gate);
    }

    @Test // FA-6
    void twoWhoStopAnInformerBothWaitForItsHandlers() throws InterruptedException {
        SharedInformer<ConfigMap> informer = builder().build();
        List<String> ended = new ArrayList<>();
        informer.addHandler(EventHandler.of(notification -> {
            if (notification instanceof Notification.Added<ConfigMap>) {
                sleepWhateverComes(Duration.ofSeconds(5));
                ended.add("call");
            }
        }));
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        List<Task> closers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            closers.add(platform.start("closer", () -> {
                running.close();
                ended.add("close");
            }));
        }
        platform.advance(Duration.ofSeconds(6));
        assertThat(ended).containsExactly("call", "close", "close");
        closers.forEach(Task::close);
    }

    /** Sleeps that long, however often it is interrupted. */
    private void sleepWhateverComes(Duration time) {
        long deadline = platform.clock().deadlineAfter(time);
        while (platform.clock().nanoTime() < deadline) {
            try {
                platform.sleep(Duration.ofNanos(deadline - platform.clock().nanoTime()));
            } catch (InterruptedException asked) {
                // It has better things to do.
            }
        }
    }

    @Test // IX-9
    void theIndexByNamespaceCannotBeReplaced() {
        assertThatThrownBy(() -> builder().indexers(Map.of(IndexFunction.NAMESPACE, Things.byWord())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("indexer conflict: [namespace]");
        server.put("a", "1");
        SharedInformer<ConfigMap> informer = builder()
                .indexers(Map.of(IndexFunction.NAMESPACE, IndexFunction.namespace()))
                .build();
        start(informer);
        assertThat(informer.indexer().byIndex(IndexFunction.NAMESPACE, "ns")).hasSize(1);
    }

    @Test
    void aHandlerIsServedOnThoughSomebodyWaitingForItsSyncThrows() {
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addHandler(diary).synced().whenDone(() -> {
            throw new IllegalStateException("a callback that fails");
        });
        informer.synced().whenDone(() -> {
            throw new IllegalStateException("another");
        });
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        assertThat(diary.told).containsExactly("synced", "add a=1");
    }

    @Test // HR-8: from its own call, where client-go locks up
    void aHandlerMayShutItselfDown() {
        SharedInformer<ConfigMap> informer = builder().build();
        List<String> told = new ArrayList<>();
        List<Registration> self = new ArrayList<>();
        self.add(informer.addHandler(EventHandler.of(notification -> {
            told.add(notification.getClass().getSimpleName());
            try {
                informer.shutDownHandler(self.getFirst());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        })));
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        assertThat(told).containsExactly("Synced");
        assertThat(platform.liveTasks()).noneMatch(name -> name.startsWith("handler"));
    }

    @Test // PL-2, PL-3
    void aHandlerThatHangsKeepsNobodyWaitingAndItsBacklogIsKnown() {
        Gate gate = new Gate(platform);
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        Registration hanging = informer.addHandler(gate, HandlerOptions.NONE.withName("hanging"));
        informer.addHandler(diary, HandlerOptions.NONE.withName("quick"));
        start(informer);
        for (int i = 0; i < 3000; i++) {
            server.put("a", "" + i);
        }
        platform.awaitQuiet();
        assertThat(diary.told.size()).isEqualTo(3001);
        assertThat(hanging.backlog()).isEqualTo(3000);
        assertThat(informer.gauges().backlogs()).isEqualTo(Map.of("hanging", 3000, "quick", 0));
        assertThat(value(informer.indexer().list().getFirst())).isEqualTo("2999");
        gate.open();
        platform.awaitQuiet();
        assertThat(hanging.backlog()).isZero();
        assertThat(gate.entered.size()).isEqualTo(3000);
    }

    @Test // HR-6, PL-2
    void handlersWithoutNamesAreToldApart() {
        SharedInformer<ConfigMap> informer = builder().build();
        Gate gate = new Gate(platform);
        Registration one = informer.addHandler(EventHandler.of(notification -> {}));
        Registration two = informer.addHandler(EventHandler.of(gate::on));
        Registration three = informer.addHandler(new Diary());
        Registration four = informer.addHandler(EventHandler.filtering(object -> true, new Diary()));
        Registration five =
                informer.addHandler(EventHandler.<ConfigMap>functions().onAdd(object -> {}));
        Registration six = informer.addHandler(
                EventHandler.<ConfigMap>functions().onUpdate((before, after) -> {}),
                HandlerOptions.NONE.withName("mine"));
        Registration seven = informer.addHandler(new Diary(), HandlerOptions.NONE.withName("mine"));
        String self = SharedInformerTest.class.getName();
        assertThat(List.of(one, two, three, four, five, six, seven))
                .extracting(Registration::name)
                .containsExactly(self, self + "#2", self + "$Diary", self + "$Diary#2", self + "#3", "mine", "mine#2");
        informer.removeHandler(one);
        start(informer);
        server.put("a", "1");
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(informer.gauges().backlogs())
                .containsEntry(self + "#2", 2)
                .containsEntry(self + "#3", 0)
                .hasSize(6);
        assertThat(informer.addHandler(EventHandler.of(notification -> {})).name())
                .isEqualTo(self);
        gate.open();
    }

    @Test // NM-3
    void figuresAreAskedForAtTheStart() {
        List<String> asked = new ArrayList<>();
        SharedInformer<ConfigMap> informer = builder()
                .name("maps")
                .metrics((name, gauges) -> {
                    asked.add(name + " with " + gauges.backlogs().size());
                    if (asked.size() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                    return new InformerMetrics() {
                        @Override
                        public void handlerFailed(String handler) {
                            asked.add(handler + " failed");
                        }
                    };
                })
                .build();
        informer.addHandler(
                EventHandler.of(notification -> {
                    throw new IllegalStateException("a handler that fails");
                }),
                HandlerOptions.NONE.withName("early"));
        assertThat(asked).isEmpty();
        assertThatThrownBy(informer::start).hasMessage("not yet");
        assertThat(informer.isStarted()).isFalse();
        start(informer);
        assertThat(asked).containsExactly("maps with 1", "maps with 1", "early failed");
    }

    @Test // PL-4, TestEventPanics
    void aHandlerThatThrowsLosesWhatItThrewAtAndASecond() throws InterruptedException {
        List<String> calls = new ArrayList<>();
        List<String> counted = new ArrayList<>();
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder()
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void handlerFailed(String handler) {
                        counted.add(handler);
                        throw new IllegalStateException("figures that fail do no harm");
                    }
                })
                .build();
        server.put("a", "1");
        Registration failing = informer.addHandler(
                EventHandler.of(notification -> {
                    calls.add(notification.getClass().getSimpleName() + "@"
                            + platform.clock().nanoTime() / 1_000_000_000);
                    if (calls.size() == 1) {
                        throw new IllegalStateException("first");
                    }
                    if (calls.size() == 2) {
                        Thread.currentThread().interrupt();
                        throw new StackOverflowError();
                    }
                }),
                HandlerOptions.NONE.withName("failing"));
        informer.addHandler(diary);
        start(informer);
        server.put("a", "2");
        platform.advance(ofSeconds(5));
        assertThat(calls).containsExactly("Added@0", "Synced@1", "Updated@2");
        assertThat(counted).containsExactly("failing", "failing");
        assertThat(diary.told).containsExactly("initial a=1", "synced", "update a=1>2");
        // HR-5 is a known defect of client-go: there it would never be synced.
        assertThat(failing.hasSynced()).isTrue();
        assertThat(informer.hasSynced()).isTrue();
    }

    @Test
    void aHandlerThatLeavesItsThreadInterruptedIsServedOn() throws InterruptedException {
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addHandler(EventHandler.of(notification -> {
            diary.on(notification);
            Thread.currentThread().interrupt();
        }));
        start(informer);
        server.put("a", "1");
        platform.awaitQuiet();
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(diary.told).containsExactly("synced", "add a=1", "update a=1>2");
    }

    @Test
    void aHandlerMayStopTheInformer() {
        SharedInformer<ConfigMap> informer = builder().build();
        List<SharedInformer.Running> self = new ArrayList<>();
        informer.addHandler(EventHandler.of(notification -> self.getFirst().close()));
        running = informer.start();
        self.add(running);
        platform.awaitQuiet();
        assertThat(informer.isStopped()).isTrue();
        assertThat(platform.liveTasks()).isEmpty();
    }

    // ---- relists and resyncs

    @Test // PD-3, EH-2, TestResetWatch, TestSharedInformerWatchDisruption, DI-4
    void afterAGapHandlersAreToldOfEveryDifferenceAndOnlyOnceOfTheRest() throws InterruptedException {
        server.put("same", "1");
        server.put("changed", "1");
        server.put("gone", "1");
        Diary plain = new Diary();
        Diary resynced = new Diary();
        SharedInformer<ConfigMap> informer =
                builder().resyncPeriod(ofSeconds(100)).build();
        informer.addHandler(plain, HandlerOptions.NONE.withResyncPeriod(Duration.ZERO));
        informer.addHandler(resynced);
        start(informer);
        platform.advance(ofSeconds(101));
        plain.take();
        resynced.take();
        server.failWatches(Refusals.forbidden());
        server.endWatches();
        server.put("changed", "2");
        server.delete("gone");
        server.put("new", "1");
        server.forget();
        platform.advance(ofSeconds(5));
        assertThat(plain.told).containsExactly("lost gone", "update changed=1>2", "add new=1");
        assertThat(resynced.told).containsExactly("lost gone", "update changed=1>2", "add new=1", "update same=1>1");
    }

    @Test // TestReflectorReplacesStoreOnUnsafeDelete
    void anObjectThatTheServerCannotReadAnyMoreIsFoundMissing() throws InterruptedException {
        server.put("good", "1");
        server.put("corrupt", "1");
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addHandler(diary);
        start(informer);
        diary.take();
        server.deleteInSecret("corrupt");
        server.breakWatches(Refusals.status(500, "StoreReadError", "corrupt object has been deleted"));
        platform.advance(ofSeconds(2));
        assertThat(diary.told).containsExactly("lost corrupt", "update good=1>1");
    }

    @Test // SI-4
    void whatIsStoppedBeforeItsFirstListIsNeverSynced() throws InterruptedException {
        server.listing().failLists(Refusals.forbidden());
        SharedInformer<ConfigMap> informer =
                builder().watchErrorHandler(failure -> {}).build();
        start(informer);
        running.close();
        assertThat(informer.awaitSynced(ofHours(1))).isFalse();
    }

    @Test // DI-4: without resyncs the flag never changes
    void withoutResyncsARelistIsToldToEverybody() {
        server.put("same", "1");
        Diary diary = new Diary();
        SharedInformer<ConfigMap> informer = builder().build();
        informer.addHandler(diary);
        start(informer);
        informer.relist();
        platform.awaitQuiet();
        assertThat(diary.told).containsExactly("initial same=1", "synced", "update same=1>1");
    }

    // TestListenerResyncPeriods, TestListenerResyncPeriodsDelayed
    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void handlersAreResyncedAtTheirOwnPaceHoweverLateTheStart(int startAfter) throws InterruptedException {
        // DI-3, RS-5, RS-6
        server.put("a", "1");
        Map<Integer, Integer> counts = new HashMap<>();
        SharedInformer<ConfigMap> informer =
                builder().resyncPeriod(ofSeconds(1)).build();
        for (int period : List.of(0, 1, 2, 3)) {
            informer.addHandler(
                    EventHandler.<ConfigMap>functions()
                            .onUpdate((before, after) -> counts.merge(period, 1, Integer::sum)),
                    HandlerOptions.NONE.withResyncPeriod(ofSeconds(period)));
        }
        platform.advance(ofSeconds(startAfter));
        start(informer);
        platform.advance(ofSeconds(12));
        assertThat(counts).isEqualTo(Map.of(1, 12, 2, 6, 3, 4));
        assertThat(server.watches()).as("the server is not asked").hasSize(1);
    }

    @Test // RS-3
    void aLateHandlerCannotQuickenThePace() throws InterruptedException {
        server.put("a", "1");
        int[] updates = {0};
        SharedInformer<ConfigMap> informer =
                builder().resyncPeriod(ofMinutes(10)).build();
        start(informer);
        informer.addHandler(
                EventHandler.<ConfigMap>functions().onUpdate((before, after) -> updates[0]++),
                HandlerOptions.NONE.withResyncPeriod(ofSeconds(5)));
        platform.advance(ofHours(1).plusSeconds(1));
        assertThat(updates[0]).isEqualTo(6);
    }

    // ---- races

    @Test // DI-1, DI-5, TestSharedInformerInitializationRace, TestSharedInformerStartRace,
    // TestSharedInformerHandlerAbuse
    void whoComesWhileItStartsMissesNothing() {
        for (int seed = 0; seed < 50; seed++) {
            VirtualPlatform.simulate(seed, simulated -> {
                FakeServer source = new FakeServer(simulated);
                source.put("a", "1");
                SharedInformer<ConfigMap> informer =
                        SharedInformer.builder(simulated, source).build();
                List<Diary> diaries = new ArrayList<>();
                List<Task> tasks = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    Diary diary = new Diary();
                    diaries.add(diary);
                    tasks.add(simulated.start("joiner", () -> informer.addHandler(diary)));
                    String index = "index" + i;
                    tasks.add(simulated.start("indexer", () -> informer.addIndexers(Map.of(index, Things.byWord()))));
                }
                SharedInformer.Running started = informer.start();
                source.put("b", "1");
                simulated.awaitQuiet();
                for (Diary diary : diaries) {
                    assertThat(diary.told).contains("synced").hasSize(3);
                    assertThat(diary.told.toString()).contains("a=1").contains("b=1");
                }
                assertThat(informer.indexer().byIndex("index3", "1")).hasSize(2);
                tasks.forEach(Task::close);
                started.close();
            });
        }
    }

    // ---- figures, checks

    @Test // NM-2, NM-3
    void figuresTellWhatHappens() throws InterruptedException {
        List<String> counted = new ArrayList<>();
        SharedInformer<ConfigMap> informer = builder()
                .name("maps")
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void listed(int objects, Duration took) {
                        counted.add(name + " listed " + objects);
                    }

                    @Override
                    public void processed(int deltas, Duration took) {
                        counted.add("processed " + deltas);
                    }

                    @Override
                    public void watched(long events, Duration lasted) {
                        counted.add("watched " + events + " for " + lasted);
                    }
                })
                .build();
        server.put("a", "1");
        start(informer);
        server.put("b", "1");
        platform.advance(ofSeconds(5));
        server.endWatches();
        platform.advance(ofSeconds(5));
        assertThat(counted).containsExactly("maps listed 1", "processed 1", "processed 1", "watched 1 for PT5S");
        InformerMetrics.Gauges gauges = informer.gauges();
        assertThat(gauges.objects()).isEqualTo(2);
        assertThat(gauges.queuedItems()).isZero();
        assertThat(gauges.storeVersion()).isEqualTo(gauges.lastSyncVersion());
        assertThat(gauges.silence()).as("since the next watch began").isEqualTo(ofSeconds(5));
        assertThat(gauges.staleness()).as("who begins to watch will be told").isEqualTo(ofSeconds(5));
        assertThat(InformerMetrics.asNumber(gauges.storeVersion())).isEqualTo(3);
    }

    @Test // CT-2
    void figuresThatFailLoseNothing() {
        List<ReflectorFailure> failures = new ArrayList<>();
        server.put("a", "1");
        SharedInformer<ConfigMap> informer = builder()
                .watchErrorHandler(failures::add)
                .metrics((name, gauges) -> new InformerMetrics() {
                    @Override
                    public void processed(int deltas, Duration took) {
                        throw new IllegalStateException("figures that fail");
                    }
                })
                .build();
        start(informer);
        server.put("b", "1");
        platform.awaitQuiet();
        assertThat(informer.indexer().size()).isEqualTo(2);
        assertThat(informer.hasSynced()).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test // RV-5
    void aVersionAsANumberHasFifteenDigits() {
        assertThat(InformerMetrics.asNumber(ResourceVersion.NONE)).isZero();
        assertThat(InformerMetrics.asNumber(ResourceVersion.of("12345678901234567890")))
                .isEqualTo(678901234567890L);
        assertThat(InformerMetrics.asNumber(ResourceVersion.of("abc"))).isEqualTo(-1);
    }

    @Test // 4.9, TestMutationDetector
    void changesInPlaceAreFound() throws InterruptedException {
        List<String> failures = new ArrayList<>();
        var monitor = new dev.konverge.base.TaskMonitor() {
            @Override
            public void failed(String task, Throwable failure) {
                failures.add(task + ": " + failure.getMessage());
            }

            @Override
            public void stuck(String task, List<StackTraceElement> where) {
                failures.add(task + " is stuck");
            }
        };
        try (VirtualPlatform watched = new VirtualPlatform(1, monitor)) {
            MutationDetector<MutableThing> detector = new MutationDetector<>(watched, "things");
            MutableThing thing = new MutableThing("a");
            detector.watch(List.of(new Notification.Added<>(thing, true)));
            Task task = detector.start();
            watched.advance(ofMinutes(5));
            assertThat(failures).isEmpty();
            detector.watch(List.of(new Notification.Updated<>(thing, thing)));
            watched.advance(ofSeconds(1));
            thing.rename("b");
            watched.advance(ofSeconds(1));
            assertThat(failures).singleElement().asString().contains("cache things modified");
            task.close();
            detector.watch(List.of(new Notification.Added<>(thing, true)));
            assertThat(detector.size()).as("nobody looks any more").isZero();
        }
    }

    @Test // 4.9
    void anInformerFindsHandlersThatChangeObjectsAndGoesOn() throws InterruptedException {
        List<String> failures = new ArrayList<>();
        var monitor = new dev.konverge.base.TaskMonitor() {
            @Override
            public void failed(String task, Throwable failure) {
                failures.add(failure.getMessage());
            }

            @Override
            public void stuck(String task, List<StackTraceElement> where) {
                failures.add(task + " is stuck");
            }
        };
        try (VirtualPlatform watched = new VirtualPlatform(1, monitor)) {
            MutableThing odd = new MutableThing("odd");
            MutableThing thing = new MutableThing("a");
            odd.makeUnwritable();
            SharedInformer<MutableThing> informer = SharedInformer.builder(
                            watched, new ThingSource(watched, List.of(odd, thing)))
                    .name("things")
                    .detectMutations()
                    .build();
            List<String> told = new ArrayList<>();
            informer.addHandler(EventHandler.<MutableThing>functions().onAdd(object -> {
                told.add(object.key().name());
            }));
            SharedInformer.Running started = informer.start();
            watched.advance(ofSeconds(5));
            assertThat(told).as("what cannot be written is told too").containsExactly("odd", "a");
            assertThat(failures).isEmpty();
            thing.rename("b");
            watched.advance(ofSeconds(1));
            assertThat(failures).singleElement().asString().contains("cache things modified: object ns/a was changed");
            informer.relist();
            watched.advance(ofSeconds(1));
            assertThat(informer.indexer().size()).isEqualTo(2);
            started.close();
            assertThat(watched.liveTasks()).isEmpty();
        }
    }

    /** Objects that are listed, and watches in which nothing happens. */
    private record ThingSource(VirtualPlatform platform, List<MutableThing> things)
            implements ListerWatcher<MutableThing> {
        @Override
        public ResourceList<MutableThing> list(ListOptions options) {
            return new ResourceList<>(ListMeta.builder().resourceVersion("1").build(), things);
        }

        @Override
        public EventStream<MutableThing> watch(WatchOptions options) {
            SyncLatch closed = new SyncLatch(platform, "closed");
            return new EventStream<>() {
                @Override
                public Optional<WatchEvent<MutableThing>> next() throws InterruptedException {
                    closed.await(ofHours(1));
                    return Optional.empty();
                }

                @Override
                public void close() {
                    closed.complete();
                }
            };
        }

        @Override
        public boolean streamsInitialEvents() {
            return false;
        }
    }

    /** A handler that waits until it is let through. */
    private static final class Gate implements EventHandler<ConfigMap> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Signal opened;
        final List<String> entered = new ArrayList<>();
        int left;
        private boolean open;

        Gate(VirtualPlatform platform) {
            this.opened = platform.signal(lock);
        }

        void open() {
            lock.lock();
            try {
                open = true;
                opened.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void on(Notification<ConfigMap> notification) {
            if (notification instanceof Notification.Synced<ConfigMap>) {
                return;
            }
            lock.lock();
            try {
                entered.add(notification.getClass().getSimpleName());
                while (!open) {
                    opened.await();
                }
                left++;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                lock.unlock();
            }
        }
    }
}
