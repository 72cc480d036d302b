package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Signal;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Key;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reflector at work, under virtual time. */
class ReflectorTest {
    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final FakeServer server = new FakeServer(platform);
    private final Sink sink = new Sink();
    private final List<ReflectorFailure> failures = new ArrayList<>();
    private final List<AutoCloseable> running = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (AutoCloseable each : running) {
            each.close();
        }
        assertThat(server.openWatches()).isZero();
        platform.close();
    }

    /** Remembers what it is told, and refuses on request. */
    private static final class Sink implements DeltaSink<ConfigMap> {
        final List<String> told = new ArrayList<>();

        @Nullable
        Throwable refusal;

        /** The object that cannot be transformed. */
        String unfit = "";

        Runnable onAdd = () -> {};
        int transforms;
        int resyncs;

        private void take(String what) {
            told.add(what);
            if (refusal instanceof Error error) {
                throw error;
            }
            if (refusal instanceof RuntimeException exception) {
                throw exception;
            }
        }

        @Override
        public void add(ConfigMap object) {
            take("add " + object.key().name() + " " + object.metadata().resourceVersion());
            onAdd.run();
        }

        @Override
        public void update(ConfigMap object) {
            take("update " + object.key().name() + " " + object.metadata().resourceVersion());
        }

        @Override
        public void delete(ConfigMap object) {
            take("delete " + object.key().name() + " " + object.metadata().resourceVersion());
        }

        @Override
        public void replace(List<ConfigMap> objects, ResourceVersion version) {
            take("replace "
                    + objects.stream().map(object -> object.key().name()).toList() + " " + version);
        }

        @Override
        public void resync() {
            resyncs++;
            take("resync");
        }

        @Override
        public void bookmark(ResourceVersion version) {
            take("bookmark " + version);
        }

        @Override
        public UnaryOperator<ConfigMap> transform() {
            return object -> {
                transforms++;
                if (object.key().name().equals(unfit)) {
                    throw new TransformException(new IllegalArgumentException("unfit"));
                }
                return object;
            };
        }
    }

    private Reflector.Builder<ConfigMap> builder() {
        return Reflector.builder(platform, server, sink).errorHandler(failures::add);
    }

    private Reflector<ConfigMap> start(Reflector.Builder<ConfigMap> builder) {
        Reflector<ConfigMap> reflector = builder.build();
        running.add(reflector.start());
        platform.awaitQuiet();
        return reflector;
    }

    @Test // RF-22, RF-33, RF-37, RF-43
    void theStateComesFirstAndThenEveryChangeInOrder() {
        server.put("a", "1");
        server.put("b", "1");
        Reflector<ConfigMap> reflector = start(builder());
        server.put("a", "2");
        server.put("c", "1");
        server.delete("b");
        server.bookmark();
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [a, b] 3", "update a 4", "add c 5", "delete b 6", "bookmark 6");
        assertThat(reflector.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("6"));
        assertThat(server.lists()).isEmpty();
        assertThat(server.watches()).hasSize(1);
    }

    // TestWatchList: falls back to a list
    @Test // RF-9, RF-10, RF-33
    void aServerThatKnowsNoStreamOfInitialEventsIsListed() {
        server.listing().put("a", "1");
        start(builder());
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [a] 2", "update a 3");
        assertThat(server.lists()).extracting(ListOptions::resourceVersion).containsExactly("0");
        assertThat(server.watches()).extracting(WatchOptions::initialEvents).containsExactly(true, false);
        assertThat(failures).as("falling back is no failure").isEmpty();
    }

    @Test // RF-20, RF-28, TestReflectorRespectStoreTransformer: the queue adds n + 1 calls
    void initialEventsAreTransformedWhenTheyArrive() {
        server.put("a", "1");
        server.put("b", "1");
        start(builder());
        assertThat(sink.transforms).isEqualTo(2);
    }

    @Test // RF-25
    void bookmarksAmongInitialEventsAreNotHandedOn() {
        server.put("a", "1");
        start(builder());
        assertThat(sink.told).containsExactly("replace [a] 2");
    }

    @Test // RF-20: a store error is reported, and the stream goes on
    void anInitialObjectThatCannotBeTransformedIsPassedOver() throws InterruptedException {
        server.put("a", "1");
        server.put("b", "1");
        server.put("c", "1");
        sink.unfit = "b";
        start(builder());
        assertThat(sink.told).containsExactly("replace [a, c] 4");
        server.put("c", "2");
        platform.advance(Duration.ofMinutes(1));
        assertThat(sink.told).endsWith("update c 5");
        assertThat(server.watches()).as("the stream is not begun anew").hasSize(1);
        assertThat(server.lists()).isEmpty();
        assertThat(failures).as("told, as of a list").singleElement().isInstanceOf(ReflectorFailure.SyncFailed.class);
    }

    @Test // RF-44
    void thatTheCopyIsDistrustedCountsForMoreThanAResyncThatFails() {
        OpenWatch<ConfigMap> open =
                new OpenWatch<>(new ReflectorVoice("things", platform.clock(), failures::add, InformerMetrics.NONE));
        open.end(new OpenWatch.Reason.Distrust());
        open.end(new OpenWatch.Reason.Failure(new IllegalStateException("resync")));
        assertThat(open.takeReason()).contains(new OpenWatch.Reason.Distrust());
        assertThat(open.takeReason()).isEmpty();
    }

    @Test // RF-19, RF-20 to RF-22, TestWatchList: no sync without the mark, changes before it count
    void nothingIsHandedOnBeforeTheMark() throws InterruptedException {
        server.put("a", "1");
        server.put("b", "1");
        server.holdsMarks(true);
        Reflector<ConfigMap> reflector = start(builder());
        server.put("a", "2");
        server.delete("b");
        server.put("c", "1");
        server.bookmark();
        platform.advance(Duration.ofSeconds(30));
        assertThat(sink.told).isEmpty();
        assertThat(reflector.lastSyncResourceVersion()).isEqualTo(ResourceVersion.NONE);
        server.holdsMarks(false);
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [a, c] 6");
        assertThat(reflector.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("6"));
        assertThat(server.watches()).hasSize(1);
    }

    @Test // RF-23, TestWatchList: a stream that ends before its mark is begun anew
    void aStreamThatEndsBeforeTheMarkLeavesNothingBehind() throws InterruptedException {
        server.put("a", "1");
        server.holdsMarks(true);
        start(builder());
        platform.advance(Duration.ofSeconds(1));
        server.delete("a");
        server.put("b", "1");
        server.endWatches();
        server.holdsMarks(false);
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [b] 4");
        assertThat(server.watches()).hasSize(2);
        assertThat(server.lists()).isEmpty();
    }

    @Test // RF-38, RF-42, TestRunUntil
    void aWatchThatEndsIsFollowedByAnotherFromTheLastVersion() throws InterruptedException {
        start(builder());
        platform.advance(Duration.ofSeconds(2));
        server.put("a", "1");
        server.endWatches();
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [] 1", "add a 2", "update a 3");
        assertThat(server.openWatches()).isEqualTo(1);
        platform.advance(Duration.ofHours(1));
        assertThat(server.watches().size())
                .as("the server ends them after 5 to 10 minutes")
                .isBetween(8, 15);
        assertThat(server.openWatches()).isEqualTo(1);
    }

    // TestCloseWatchChannelOnError: a watch that broke is closed, and one is open at a time
    @Test // RF-8, RF-39, TestReflectorListAndWatchWithErrors
    void whateverHappensItGoesOnAndTheSinkGetsEverything() throws InterruptedException {
        Reflector<ConfigMap> reflector = start(builder());
        List<Throwable> troubles = List.of(
                Refusals.gone(),
                Refusals.forbidden(),
                Refusals.internal(),
                Refusals.unreadable(),
                new IllegalStateException("a defect"),
                new StackOverflowError(),
                new OutOfMemoryError("not really"));
        for (Throwable trouble : troubles) {
            server.failWatches(trouble, trouble);
            server.failLists(trouble);
            server.breakWatches(trouble);
            server.put("a", trouble.toString());
            platform.advance(Duration.ofMinutes(10));
            assertThat(reflector.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("" + server.version()));
            assertThat(server.openWatches()).isEqualTo(1);
        }
        assertThat(failures).isNotEmpty();
    }

    @Test // RF-8
    void theHandlerIsToldBeforeThePause() {
        server.listing();
        server.failLists(Refusals.forbidden());
        start(builder());
        assertThat(failures)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReflectorFailure.ListFailed.class,
                        failure -> assertThat(failure.reflector()).isEqualTo("configmaps"));
        assertThat(server.lists()).hasSize(1);
    }

    @Test
    void aHandlerThatThrowsEndsNothing() throws InterruptedException {
        server.listing();
        server.failLists(Refusals.forbidden(), Refusals.forbidden());
        start(builder().errorHandler(failure -> {
            Thread.currentThread().interrupt();
            throw new AssertionError("the handler");
        }));
        platform.advance(Duration.ofMinutes(1));
        assertThat(sink.told).containsExactly("replace [] 1");
    }

    @Test
    void aHandlerThatThrowsWhatItWasToldCostsNoBackoff() throws InterruptedException {
        server.listing();
        refuseLists();
        start(builder().errorHandler(failure -> {
            throw (RuntimeException) failure.cause();
        }));
        platform.advance(Duration.ofMinutes(2));
        assertThat(server.lists()).hasSizeLessThan(20);
    }

    private void refuseLists() {
        ApiException[] refusals = new ApiException[200];
        Arrays.fill(refusals, Refusals.forbidden());
        server.failLists(refusals);
    }

    /** Waits for an end that it does not take note of. */
    private void ignoreInterrupt() {
        try {
            platform.sleep(Duration.ofHours(1));
        } catch (InterruptedException swallowed) {
            // Which is what it is about.
        }
    }

    @Test
    void aCallbackThatSwallowsTheInterruptDoesNotKeepAReflectorFromEnding() {
        sink.onAdd = this::ignoreInterrupt;
        start(builder());
        server.put("a", "1");
        platform.awaitQuiet();
        // That nothing is left is looked at after each test.
        assertThat(sink.told).contains("add a 2");
    }

    @Test
    void aHandlerThatSwallowsTheInterruptBeforeALongPauseDoesNotKeepAReflectorFromEnding() throws InterruptedException {
        server.listing();
        refuseLists();
        start(builder().errorHandler(failure -> {
            failures.add(failure);
            if (failures.size() == 6) {
                ignoreInterrupt();
            }
        }));
        platform.advance(Duration.ofMinutes(2));
        assertThat(failures).as("the next pause is longer than anybody waits").hasSize(6);
    }

    @Test // RF-37: a store error is reported, and the version moves on
    void anObjectThatTheSinkRefusesIsPassedOver() {
        Reflector<ConfigMap> reflector = start(builder());
        var cause = new IllegalStateException("cannot");
        List<RuntimeException> refusals = List.of(
                new KeyException("a", cause),
                new TransformException(cause),
                new IndexException("index", Key.of("ns", "a"), cause));
        for (RuntimeException refusal : refusals) {
            sink.refusal = refusal;
            server.put("a", "1");
            platform.awaitQuiet();
        }
        sink.refusal = null;
        server.put("a", "2");
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [] 1", "add a 2", "update a 3", "update a 4", "update a 5");
        assertThat(reflector.lastSyncResourceVersion()).isEqualTo(ResourceVersion.of("5"));
        assertThat(server.watches()).hasSize(1);
        assertThat(failures).isEmpty();
    }

    @Test // RF-37: the version moves on here too, but what is behind it would be missing without end
    void afterAnyOtherFailureOfTheSinkAllIsHandedOverAgainAfterAPause() throws InterruptedException {
        start(builder());
        List<Throwable> troubles = List.of(
                new StackOverflowError(),
                new OutOfMemoryError("not really"),
                new IllegalStateException("a defect"),
                Refusals.throttled(),
                Refusals.internal());
        for (Throwable trouble : troubles) {
            failures.clear();
            sink.refusal = trouble;
            server.put("a", "1");
            server.put("b", "1");
            platform.awaitQuiet();
            assertThat(sink.told)
                    .as("no later change hides it")
                    .last()
                    .asString()
                    .contains(" a ");
            assertThat(server.openWatches()).as("it pauses").isZero();
            sink.refusal = null;
            platform.advance(Duration.ofMinutes(3));
            assertThat(sink.told).as("%s", trouble).endsWith("replace [a, b] " + server.version());
            assertThat(server.openWatches()).isEqualTo(1);
            assertThat(failures).containsExactly(new ReflectorFailure.ApplyFailed("configmaps", trouble));
        }
    }

    @Test // RF-37
    void aBookmarkThatTheSinkFailsWithIsMadeGood() throws InterruptedException {
        start(builder());
        sink.refusal = new StackOverflowError();
        server.bookmark();
        platform.awaitQuiet();
        sink.refusal = null;
        platform.advance(Duration.ofSeconds(2));
        assertThat(sink.told).containsExactly("replace [] 1", "bookmark 1", "replace [] 1");
    }

    @Test // RF-16
    void aListThatTheSinkDoesNotTakeIsTriedAgain() throws InterruptedException {
        sink.refusal = new IllegalArgumentException("no key");
        Reflector<ConfigMap> reflector = start(builder());
        assertThat(failures).singleElement().isInstanceOf(ReflectorFailure.SyncFailed.class);
        assertThat(reflector.lastSyncResourceVersion())
                .as("the version does not run ahead of what was taken")
                .isEqualTo(ResourceVersion.NONE);
        assertThat(server.openWatches()).as("the stream is given up").isZero();
        sink.refusal = null;
        platform.advance(Duration.ofSeconds(2));
        assertThat(sink.told).containsExactly("replace [] 1", "replace [] 1");
    }

    @Test // RF-44, TestReflectorResyncChan
    void resyncsComeAtTheirPaceOverSeveralWatches() throws InterruptedException {
        start(builder().resync(Duration.ofMinutes(3), () -> true));
        platform.advance(Duration.ofMinutes(1));
        server.endWatches();
        platform.advance(Duration.ofMinutes(2).minusNanos(1));
        assertThat(sink.resyncs).isZero();
        platform.advance(Duration.ofNanos(1));
        assertThat(sink.resyncs).isEqualTo(1);
        platform.advance(Duration.ofMinutes(57));
        assertThat(sink.resyncs).isEqualTo(20);
    }

    @Test // RF-44
    void nobodyIsResyncedWhoDoesNotWantIt() throws InterruptedException {
        start(builder().resync(Duration.ofMinutes(3), () -> false));
        platform.advance(Duration.ofHours(1));
        assertThat(sink.resyncs).isZero();
    }

    @Test // RF-44, RF-39, TestReflectorResync
    void aResyncThatFailsEndsTheWatchAndLeadsToANewList() throws InterruptedException {
        whenAResyncFails(new IllegalStateException("resync"));
    }

    @Test // RF-39: the default branch, or there would be no more resyncs
    void aResyncThatFailsAsABusyServerDoesLeadsToANewListToo() throws InterruptedException {
        whenAResyncFails(Refusals.throttled());
    }

    private void whenAResyncFails(RuntimeException failure) throws InterruptedException {
        start(builder().resync(Duration.ofMinutes(3), () -> {
            if (server.watches().size() == 1) {
                throw failure;
            }
            return true;
        }));
        platform.advance(Duration.ofMinutes(3));
        assertThat(server.openWatches()).isZero();
        platform.advance(Duration.ofSeconds(2));
        assertThat(sink.told).containsExactly("replace [] 1", "replace [] 1");
        assertThat(failures).as("nobody is told").isEmpty();
        platform.advance(Duration.ofMinutes(3));
        assertThat(sink.resyncs).as("and resyncs go on").isEqualTo(1);
    }

    // TestReflectorHandleWatchStoppedAfter
    @Test // RF-42, TestReflectorWatchStoppedAfter, TestReflectorStopWatch
    void closingEndsTheWatch() throws Exception {
        start(builder());
        assertThat(server.openWatches()).isEqualTo(1);
        running.removeFirst().close();
        assertThat(server.openWatches()).isZero();
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test // RF-17
    void closingEndsAListThatIsUnderWay() throws Exception {
        List<String> ends = new ArrayList<>();
        ListerWatcher<ConfigMap> source = new ListerWatcher<>() {
            @Override
            public ResourceList<ConfigMap> list(ListOptions options) throws InterruptedException {
                try {
                    platform.sleep(Duration.ofMinutes(5));
                } finally {
                    ends.add("list");
                }
                throw new AssertionError("nobody waits for it any more");
            }

            @Override
            public EventStream<ConfigMap> watch(WatchOptions options) {
                throw new AssertionError("before the list");
            }

            @Override
            public boolean streamsInitialEvents() {
                return false;
            }
        };
        start(Reflector.builder(platform, source, sink).errorHandler(failures::add));
        long before = platform.clock().nanoTime();
        running.removeFirst().close();
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
        assertThat(ends).containsExactly("list");
        assertThat(failures).as("the end is no failure").isEmpty();
        assertThat(sink.told).isEmpty();
    }

    @Test // RF-17
    void aListThatTakesMoreThanTenSecondsIsReported() throws Exception {
        for (long millis : new long[] {10_000, 10_001}) {
            ListerWatcher<ConfigMap> slow = new ListerWatcher<>() {
                @Override
                public ResourceList<ConfigMap> list(ListOptions options) throws InterruptedException {
                    platform.sleep(Duration.ofMillis(millis));
                    return server.list(options);
                }

                @Override
                public EventStream<ConfigMap> watch(WatchOptions options) {
                    return server.watch(options);
                }

                @Override
                public boolean streamsInitialEvents() {
                    return false;
                }
            };
            try (StrictLog.Lines lines = StrictLog.record()) {
                start(Reflector.builder(platform, slow, sink).errorHandler(failures::add));
                platform.advance(Duration.ofSeconds(20));
                assertThat(lines.with("slow list")).hasSize(millis == 10_000 ? 0 : 1);
            }
            running.removeFirst().close();
        }
    }

    @Test // RF-26
    void initialEventsThatDoNotComeAreReportedEveryTenSecondsUntilSomethingComes() throws Exception {
        server.holdsMarks(true);
        try (StrictLog.Lines lines = StrictLog.record()) {
            String warning = "waiting for initial events or their end";
            start(builder());
            platform.advance(Duration.ofSeconds(21));
            assertThat(lines.with(warning)).hasSize(2);
            for (int i = 0; i < 5; i++) {
                server.put("a", "" + i);
                platform.advance(Duration.ofSeconds(4));
            }
            assertThat(lines.with(warning)).as("something comes").hasSize(2);
            platform.advance(Duration.ofSeconds(20));
            assertThat(lines.with(warning)).as("and then nothing").hasSizeGreaterThan(2);
        }
    }

    @Test // RF-27, RF-34
    void closingEndsAPauseToo() throws Exception {
        server.failWatches(Refusals.throttled());
        start(builder());
        long before = platform.clock().nanoTime();
        running.removeFirst().close();
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
        assertThat(platform.liveTasks()).isEmpty();
    }

    // TestReflectorHandleWatchStoppedBefore
    @Test // RF-32, TestReflectorWatchStoppedBefore
    void whatIsClosedBeforeItRunsAsksForNothing() throws Exception {
        Reflector<ConfigMap> reflector = builder().build();
        reflector.start().close();
        assertThat(server.watches()).isEmpty();
        assertThat(server.lists()).isEmpty();
        assertThatThrownBy(reflector::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallbackThatLeavesTheThreadInterruptedEndsNothing() throws InterruptedException {
        List<String> calls = new ArrayList<>();
        ListerWatcher<ConfigMap> source = new ListerWatcher<>() {
            @Override
            public ResourceList<ConfigMap> list(ListOptions options) throws InterruptedException {
                calls.add("list");
                if (calls.size() < 3) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedException("not from the owner");
                }
                return server.list(options);
            }

            @Override
            public EventStream<ConfigMap> watch(WatchOptions options) {
                return server.watch(options);
            }

            @Override
            public boolean streamsInitialEvents() {
                return false;
            }
        };
        running.add(Reflector.builder(platform, source, sink)
                .errorHandler(failures::add)
                .build()
                .start());
        platform.advance(Duration.ofMinutes(1));
        assertThat(calls).hasSize(3);
        assertThat(sink.told).containsExactly("replace [] 1");
    }

    @Test // a watch that the server forgets to end
    void aWatchThatDoesNotEndIsGivenUp() throws InterruptedException {
        List<WatchOptions> watches = new ArrayList<>();
        ListerWatcher<ConfigMap> source = new ListerWatcher<>() {
            @Override
            public ResourceList<ConfigMap> list(ListOptions options) {
                throw new AssertionError();
            }

            @Override
            public EventStream<ConfigMap> watch(WatchOptions options) {
                watches.add(options);
                EventStream<ConfigMap> stream = server.watch(WatchOptions.NONE
                        .withResourceVersion(options.resourceVersion())
                        .withInitialEvents(options.initialEvents()));
                return new EventStream<>() {
                    @Override
                    public Optional<WatchEvent<ConfigMap>> next() throws InterruptedException {
                        return stream.next();
                    }

                    @Override
                    public void close() {
                        stream.close();
                    }
                };
            }
        };
        running.add(Reflector.builder(platform, source, sink).build().start());
        platform.advance(Duration.ofMinutes(11));
        assertThat(watches).hasSize(2);
        assertThat(watches.getLast().resourceVersion()).isEqualTo("1");
    }

    @Test
    void whoDistrustsItMakesItReadTheLatestState() throws InterruptedException {
        server.put("a", "1");
        Reflector<ConfigMap> reflector = start(builder());
        server.putInSecret("b", "1");
        reflector.relist();
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [a] 2", "replace [a, b] 2");
        assertThat(server.watches().getLast().resourceVersion()).isEmpty();
    }

    @Test
    void whoDistrustsItDuringAPauseGetsTheLatestStateToo() throws InterruptedException {
        Reflector<ConfigMap> reflector = start(builder());
        server.breakWatches(Refusals.forbidden());
        platform.awaitQuiet();
        assertThat(server.openWatches()).as("it pauses").isZero();
        reflector.relist();
        platform.advance(Duration.ofSeconds(2));
        assertThat(server.watches()).extracting(WatchOptions::resourceVersion).containsExactly("", "");
        assertThat(sink.told).containsExactly("replace [] 1", "replace [] 1");
        platform.advance(Duration.ofMinutes(1));
        assertThat(server.watches()).as("and that is all").hasSize(2);
    }

    @Test
    void whoDistrustsItDuringAPauseBeforeAListGetsTheLatestStateToo() throws InterruptedException {
        server.listing();
        Reflector<ConfigMap> reflector = start(builder().policy(ReflectorPolicy.STANDARD.withStreaming(false)));
        server.breakWatches(Refusals.forbidden());
        platform.awaitQuiet();
        reflector.relist();
        platform.advance(Duration.ofMinutes(1));
        assertThat(server.lists()).extracting(ListOptions::resourceVersion).containsExactly("0", "");
        assertThat(server.openWatches()).isEqualTo(1);
    }

    @Test // RF-15
    void aListOfTablesIsRefused() throws InterruptedException {
        List<ListOptions> lists = new ArrayList<>();
        ListerWatcher<Unstructured> source = new ListerWatcher<>() {
            @Override
            public ResourceList<Unstructured> list(ListOptions options) {
                lists.add(options);
                var table = new GroupVersionKind("meta.k8s.io", "v1", "Table");
                return new ResourceList<>(
                        ListMeta.builder().resourceVersion("1").build(), List.of(Unstructured.of(table, Key.of("t"))));
            }

            @Override
            public EventStream<Unstructured> watch(WatchOptions options) {
                throw new AssertionError("no list, no watch");
            }

            @Override
            public boolean streamsInitialEvents() {
                return false;
            }
        };
        var queue = new RealFifo<>(platform, RealFifo.Config.of(KeyFunction.<Unstructured>ofMetadata()));
        running.add(Reflector.builder(platform, source, queue)
                .errorHandler(failures::add)
                .build()
                .start());
        platform.advance(Duration.ofSeconds(2));
        assertThat(queue.size()).isZero();
        assertThat(lists).hasSizeGreaterThan(1);
        assertThat(failures)
                .hasSameSizeAs(lists)
                .allSatisfy(failure -> assertThat(failure.message())
                        .startsWith("failed to list")
                        .contains("tables"));
    }

    /** A server that takes requests and says nothing, for as long as it is told to. */
    private final class SilentServer implements ListerWatcher<ConfigMap> {
        private final ReentrantLock lock = new ReentrantLock();
        private final Signal never = platform.signal(lock);
        private final List<String> asked = new ArrayList<>();
        private final Predicate<String> silent;

        /** @param silent whether a request is left without an answer: {@code list}, {@code stream} or {@code watch} */
        SilentServer(Predicate<String> silent) {
            this.silent = silent;
        }

        private void hear(String request) throws InterruptedException {
            asked.add(request + "@" + platform.clock().nanoTime() / 60_000_000_000L);
            lock.lock();
            try {
                while (silent.test(request)) {
                    never.await();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public ResourceList<ConfigMap> list(ListOptions options) throws InterruptedException {
            hear("list");
            return server.list(options);
        }

        @Override
        public EventStream<ConfigMap> watch(WatchOptions options) throws InterruptedException {
            hear(options.initialEvents() ? "stream" : "watch");
            return server.watch(options);
        }
    }

    private SilentServer startSilent(ReflectorPolicy policy, Predicate<String> silent) {
        SilentServer source = new SilentServer(silent);
        running.add(Reflector.builder(platform, source, sink)
                .errorHandler(failures::add)
                .policy(policy)
                .build()
                .start());
        return source;
    }

    @Test // a connection that died without a word
    void aListThatIsNeverAnsweredIsGivenUpAndTriedAgain() throws InterruptedException {
        boolean[] silent = {true};
        SilentServer source = startSilent(ReflectorPolicy.STANDARD.withStreaming(false), request -> silent[0]);
        platform.advance(Duration.ofMinutes(25));
        assertThat(source.asked).containsExactly("list@0", "list@10", "list@20");
        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(ReflectorFailure.ListFailed.class)
                        .extracting(ReflectorFailure::cause)
                        .isInstanceOf(UnansweredException.class));
        silent[0] = false;
        platform.advance(Duration.ofMinutes(7));
        assertThat(sink.told).containsExactly("replace [] 1");
        assertThat(server.openWatches()).isEqualTo(1);
    }

    @Test
    void aWatchThatIsNeverAnsweredIsGivenUpAndTriedAgain() throws InterruptedException {
        SilentServer source =
                startSilent(ReflectorPolicy.STANDARD.withStreaming(false), request -> request.equals("watch"));
        platform.advance(Duration.ofMinutes(12));
        assertThat(source.asked).hasSizeGreaterThanOrEqualTo(3).startsWith("list@0", "watch@0");
        assertThat(source.asked.get(2)).startsWith("list@");
        assertThat(failures.getFirst()).isInstanceOf(ReflectorFailure.WatchFailed.class);
        assertThat(failures.getFirst().cause()).isInstanceOf(UnansweredException.class);
        server.put("a", "1");
        platform.advance(Duration.ofMinutes(12));
        assertThat(sink.told).as("each time the state is read anew").contains("replace [a] 2");
    }

    @Test // RF-9
    void aStreamThatIsNeverAnsweredIsReplacedByAList() throws InterruptedException {
        SilentServer source = startSilent(ReflectorPolicy.STANDARD, request -> request.equals("stream"));
        server.put("a", "1");
        platform.advance(Duration.ofMinutes(12));
        assertThat(source.asked.getFirst()).isEqualTo("stream@0");
        assertThat(source.asked.get(1)).startsWith("list@");
        assertThat(sink.told).containsExactly("replace [a] 2");
        assertThat(server.openWatches()).isEqualTo(1);
    }

    @Test
    void aComparisonThatIsNeverAnsweredIsGivenUp() throws InterruptedException {
        SilentServer source = new SilentServer(request -> request.equals("list"));
        running.add(Reflector.builder(platform, source, sink)
                .policy(ReflectorPolicy.STANDARD.withSelfCheckPeriod(Duration.ofMinutes(1)))
                .selfCheck((asked, version) -> {
                    asked.list(ListOptions.NONE);
                    return SelfCheck.Finding.NOTHING;
                })
                .build()
                .start());
        platform.advance(Duration.ofMinutes(21));
        assertThat(source.asked).hasSizeGreaterThanOrEqualTo(3);
        assertThat(source.asked.get(1)).startsWith("list@");
        assertThat(source.asked.get(2)).startsWith("watch@");
        assertThat(server.openWatches()).isEqualTo(1);
    }

    @Test
    void closingEndsARequestThatIsNotAnswered() throws Exception {
        startSilent(ReflectorPolicy.STANDARD, request -> true);
        platform.advance(Duration.ofMinutes(3));
        running.removeFirst().close();
        assertThat(platform.liveTasks()).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test
    void silenceIsMeasured() throws InterruptedException {
        Reflector<ConfigMap> reflector = start(builder());
        platform.advance(Duration.ofMinutes(2));
        assertThat(reflector.silence()).isEqualTo(Duration.ofMinutes(2));
        server.bookmark();
        platform.awaitQuiet();
        assertThat(reflector.silence()).isEqualTo(Duration.ZERO);
    }

    @Test
    void whoIsRefusedHearsOfItsServer() throws InterruptedException {
        server.listing();
        refuseLists();
        Reflector<ConfigMap> reflector = start(builder());
        platform.advance(Duration.ofMinutes(20));
        assertThat(sink.told).isEmpty();
        assertThat(reflector.silence()).isLessThan(Duration.ofMinutes(2));
        assertThat(reflector.staleness()).as("but knows nothing").isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void aBookmarkSaysThatTheCopyIsCurrent() throws InterruptedException {
        Reflector<ConfigMap> reflector = start(builder());
        platform.advance(Duration.ofMinutes(2));
        assertThat(reflector.staleness()).isEqualTo(Duration.ofMinutes(2));
        server.bookmark();
        platform.awaitQuiet();
        assertThat(reflector.staleness()).isEqualTo(Duration.ZERO);
    }

    @Test // RF-37, TestReflectorWatchHandler
    void eventsThatMakeNoSenseAreCountedAndPassedOver() {
        int[] skipped = {0};
        start(builder().metrics(new InformerMetrics() {
            @Override
            public void skipped() {
                skipped[0]++;
                throw new AssertionError("figures that fail do no harm");
            }
        }));
        server.send(new WatchEvent.Added<>(ConfigMap.builder().build()));
        server.send(new WatchEvent.Added<>(thing("a", "9")));
        platform.awaitQuiet();
        assertThat(sink.told).containsExactly("replace [] 1", "add a 9");
        assertThat(skipped[0]).isEqualTo(1);
    }
}
