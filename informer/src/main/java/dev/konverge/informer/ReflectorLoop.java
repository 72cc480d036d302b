package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The hands of a reflector: does what {@link ReflectorMachine} says, and tells it what came of it. */
final class ReflectorLoop<T extends Resource> {
    /** After a defect in the machine, or no memory for its next state, there is nothing better to do than to try again. */
    private static final Duration AFTER_DEFECT = Duration.ofSeconds(1);

    private static final Duration FOREVER = Duration.ofDays(1000);

    private final Platform platform;
    private final Clock clock;
    private final ListerWatcher<T> source;
    private final DeltaSink<T> sink;
    private final ReflectorMachine<T> machine;
    private final @Nullable GroupVersionKind expectedKind;
    private final BooleanSupplier shouldResync;
    private final SelfCheck<T> selfCheck;
    private final ReflectorTimer timer;
    private final ReflectorVoice voice;
    private final OpenWatch<T> open;

    /** Written by the owner, read by the reader: an interrupt is the end only if the owner wants it. */
    private volatile boolean stopping;

    /** Written by the reader, read by anyone. */
    private volatile String lastVersion = "";

    /** Written by the reader, read by anyone. */
    private volatile long heardAt;

    /** When the list, or the watch, under way began; only the reader touches it. */
    private long began;

    ReflectorLoop(Reflector.Builder<T> builder) {
        this.platform = builder.platform;
        this.clock = platform.clock();
        this.source = builder.source;
        this.sink = builder.sink;
        this.machine = new ReflectorMachine<>(builder.name, builder.policy, source.streamsInitialEvents());
        this.expectedKind = builder.expectedKind;
        this.shouldResync = builder.shouldResync;
        this.selfCheck = builder.selfCheck;
        this.voice = new ReflectorVoice(builder.name, builder.errorHandler, builder.metrics);
        this.open = new OpenWatch<>(voice);
        this.timer = new ReflectorTimer(platform, builder.resyncPeriod, new TimedWork());
        this.heardAt = clock.nanoTime();
    }

    ReflectorTimer timer() {
        return timer;
    }

    String lastVersion() {
        return lastVersion;
    }

    long heardAt() {
        return heardAt;
    }

    /** Asks the loop to end; the interrupt that follows releases it. */
    void stop() {
        stopping = true;
    }

    void distrust() {
        open.end(new OpenWatch.Reason.Distrust());
    }

    void run() throws InterruptedException {
        ReflectorState<T> state = ReflectorMachine.start(clock.nanoTime());
        ReflectorInput<T> input = new ReflectorInput.Done<>();
        try {
            while (!stopping) {
                try {
                    var step = machine.step(state, input, clock.nanoTime(), platform.random());
                    step.notices().forEach(voice::tell);
                    timer.resyncing(isWatching(step.state()));
                    input = perform(step.action());
                    state = step.state();
                } catch (InterruptedException e) {
                    throw e;
                } catch (Throwable defect) {
                    voice.defect(defect);
                    input = new ReflectorInput.Done<>();
                    state = new ReflectorState.Pausing<>(state.memory(), ReflectorState.Next.CYCLE);
                    sleep(AFTER_DEFECT);
                }
            }
        } finally {
            endWatch();
        }
    }

    private boolean isWatching(ReflectorState<T> state) {
        return switch (state) {
            case ReflectorState.Opening<T> opening -> true;
            case ReflectorState.Following<T> following -> true;
            case ReflectorState.Checking<T> checking -> true;
            case ReflectorState.Pausing<T> pausing -> pausing.next() == ReflectorState.Next.WATCH;
            case ReflectorState.Idle<T> idle -> false;
            case ReflectorState.Streaming<T> streaming -> false;
            case ReflectorState.Listing<T> listing -> false;
            case ReflectorState.Replacing<T> replacing -> false;
        };
    }

    /**
     * {@return what came of an action; whatever it throws is such a result}
     *
     * @throws InterruptedException if it is time to end
     */
    private ReflectorInput<T> perform(ReflectorAction<T> action) throws InterruptedException {
        try {
            return switch (action) {
                case ReflectorAction.Stream<T>(var options) -> stream(options);
                case ReflectorAction.ListPage<T>(var options) -> list(options);
                case ReflectorAction.Replace<T>(var objects, var version) -> replace(objects, version);
                case ReflectorAction.Watch<T>(var options) -> watch(options);
                case ReflectorAction.Follow<T>(var version) -> follow(version);
                case ReflectorAction.Compare<T>(var version) -> compare(version);
                case ReflectorAction.Pause<T>(var duration) -> {
                    endWatch();
                    platform.sleep(duration);
                    yield new ReflectorInput.Done<>();
                }
            };
        } catch (Throwable failure) {
            endIfAsked();
            return new ReflectorInput.Failed<>(failure);
        }
    }

    /** An interrupt that the owner did not send comes from a callback that keeps its own; it ends nothing. */
    private void endIfAsked() throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        if (stopping) {
            throw new InterruptedException("asked to stop");
        }
        if (interrupted) {
            voice.strayInterrupt();
        }
    }

    private void sleep(Duration duration) throws InterruptedException {
        try {
            platform.sleep(duration);
        } catch (InterruptedException e) {
            endIfAsked();
        }
    }

    // ---- the actions

    private ReflectorInput<T> list(ListOptions options) throws InterruptedException {
        if (options.continueToken().isEmpty()) {
            beginAnew();
        }
        ResourceList<T> page = source.list(options);
        if (page.items().stream().limit(1).anyMatch(EventCursor::isTable)) {
            throw new IllegalStateException("the server sent tables instead of objects");
        }
        heardAt = clock.nanoTime();
        return new ReflectorInput.Page<>(page);
    }

    /** What was wrong with the watches so far does not matter any more. */
    private void beginAnew() {
        endWatch();
        open.takeReason();
        began = clock.nanoTime();
    }

    private ReflectorInput<T> replace(List<T> objects, String version) {
        sink.replace(objects, ResourceVersion.of(version));
        lastVersion = version;
        voice.listed(objects.size(), Duration.ofNanos(clock.nanoTime() - began));
        return new ReflectorInput.Done<>();
    }

    private ReflectorInput<T> watch(WatchOptions options) throws InterruptedException {
        endWatch();
        began = clock.nanoTime();
        open.begin(source.watch(options));
        Duration timeout = options.timeout();
        timer.watchBegins(timeout == null ? FOREVER : timeout, options.initialEvents());
        return new ReflectorInput.Done<>();
    }

    private void endWatch() {
        open.end();
        timer.watchEnds();
    }

    private ReflectorInput<T> stream(WatchOptions options) throws InterruptedException {
        beginAnew();
        watch(options);
        EventCursor<T> cursor = new EventCursor<>(expectedKind, lastVersion, false);
        InitialEvents<T> initial = new InitialEvents<>(sink.transform());
        ReflectorInput<T> end = read(cursor, initial::add);
        if (end instanceof ReflectorInput.Done<T>) {
            timer.initialEventsEnd();
            return new ReflectorInput.Complete<>(initial.objects(), cursor.version());
        }
        endWatch();
        return end;
    }

    private ReflectorInput<T> follow(String version) throws InterruptedException {
        EventCursor<T> cursor = EventCursor.from(expectedKind, version);
        ReflectorInput<T> end = read(cursor, this::deliver);
        endWatch();
        voice.watched(cursor.events(), Duration.ofNanos(clock.nanoTime() - began));
        return end;
    }

    private interface Reading<T extends Resource> {
        /** {@return whether that was all} */
        boolean take(WatchEvent<T> event) throws InterruptedException;
    }

    /** {@return how reading ended: {@code Done} if that was all, else how the stream did} */
    private ReflectorInput<T> read(EventCursor<T> cursor, Reading<T> reading) throws InterruptedException {
        EventStream<T> stream = open.find().orElse(null);
        try {
            for (boolean done = false; !done && stream != null; ) {
                WatchEvent<T> event = stream.next().orElse(null);
                if (event == null) {
                    return ended(cursor);
                }
                heardAt = clock.nanoTime();
                String refusal = cursor.accept(event);
                lastVersion = cursor.version();
                if (refusal == null) {
                    done = reading.take(event);
                } else {
                    voice.skipped(refusal, null);
                }
            }
        } catch (Throwable failure) {
            endIfAsked();
            return open.takeReason()
                    .map(reason -> endedBy(reason, cursor))
                    .orElse(new ReflectorInput.Broken<>(cursor.version(), failure));
        }
        return stream == null ? ended(cursor) : new ReflectorInput.Done<>();
    }

    private ReflectorInput<T> ended(EventCursor<T> cursor) {
        return open.takeReason()
                .map(reason -> endedBy(reason, cursor))
                .orElse(new ReflectorInput.Ended<>(cursor.version(), cursor.events()));
    }

    private ReflectorInput<T> endedBy(OpenWatch.Reason reason, EventCursor<T> cursor) {
        return switch (reason) {
            case OpenWatch.Reason.Failure(var failure) -> new ReflectorInput.Broken<>(cursor.version(), failure);
            case OpenWatch.Reason.Distrust distrust -> new ReflectorInput.Distrusted<>(cursor.version());
        };
    }

    /** What the sink does not take is lost, but not the rest (RF-37). */
    private boolean deliver(WatchEvent<T> event) throws InterruptedException {
        try {
            switch (event) {
                case WatchEvent.Added<T>(T object) -> sink.add(object);
                case WatchEvent.Modified<T>(T object) -> sink.update(object);
                case WatchEvent.Deleted<T>(T object) -> sink.delete(object);
                case WatchEvent.Bookmark<T> bookmark -> sink.bookmark(bookmark.version());
            }
        } catch (Throwable failure) {
            endIfAsked();
            voice.skipped("the sink did not take it", failure);
        }
        return false;
    }

    private ReflectorInput<T> compare(String version) throws InterruptedException {
        SelfCheck.Finding finding = selfCheck.compare(source, version);
        voice.compared(finding);
        return new ReflectorInput.Compared<>(finding);
    }

    private final class TimedWork implements ReflectorTimer.Work {
        @Override
        public boolean resync() {
            try {
                if (shouldResync.getAsBoolean()) {
                    sink.resync();
                }
                return true;
            } catch (Throwable failure) {
                open.end(new OpenWatch.Reason.Failure(failure));
                return false;
            }
        }

        @Override
        public void giveUpWatch() {
            voice.overdue();
            open.end();
        }

        @Override
        public void lookAtProgress(Duration patience) {
            if (clock.nanoTime() - heardAt >= patience.toNanos()) {
                voice.noInitialEvents(patience);
            }
        }
    }
}
