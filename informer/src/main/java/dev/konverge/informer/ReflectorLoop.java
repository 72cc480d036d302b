package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The hands of a reflector: does what {@link ReflectorMachine} says, and tells it what came of it.
 *
 * @param <T> the type of the objects
 */
final class ReflectorLoop<T extends Resource> {
    /** After a defect in the machine, or no memory for its next state, there is nothing better to do than to try again. */
    private static final Duration AFTER_DEFECT = Duration.ofSeconds(1);

    private static final Duration FOREVER = Duration.ofDays(1000);

    private final Platform platform;
    private final Clock clock;
    private final ListerWatcher<T> source;
    private final DeltaSink<T> sink;
    private final ReflectorMachine<T> machine;
    private final BooleanSupplier shouldResync;
    private final SelfCheck<T> selfCheck;
    private final ReflectorTimer timer;
    private final ReflectorVoice voice;
    private final OpenWatch<T> open;
    private final StopRequest stop;
    private final StopRequest stopOfTimer;
    private final PendingRequest request = new PendingRequest();
    private final WatchReader<T> reader;

    /** When the list, or the watch, under way began; only the loop touches it. */
    private long began;

    /** Where it is; only the loop touches it. */
    private ReflectorState<T> state;

    /** What came of the last action; only the loop touches it. */
    private ReflectorInput<T> input = new ReflectorInput.Done<>();

    ReflectorLoop(Reflector.Builder<T> builder) {
        this.platform = builder.platform;
        this.clock = platform.clock();
        this.source = builder.source;
        this.sink = builder.sink;
        this.machine = new ReflectorMachine<>(builder.name, builder.policy, source.streamsInitialEvents());
        this.shouldResync = builder.shouldResync;
        this.selfCheck = builder.selfCheck;
        this.voice = new ReflectorVoice(builder.name, clock, builder.errorHandler, builder.metrics);
        this.open = new OpenWatch<>(voice);
        this.stop = new StopRequest("reflector " + builder.name);
        this.reader = new WatchReader<>(clock, sink, builder.expectedKind, open, stop, voice);
        this.stopOfTimer = new StopRequest("reflector-timer " + builder.name);
        this.timer = new ReflectorTimer(platform, builder.resyncPeriod, new TimedWork(), stopOfTimer);
        this.state = ReflectorMachine.start(clock.nanoTime());
    }

    ReflectorTimer timer() {
        return timer;
    }

    String lastVersion() {
        return reader.lastVersion();
    }

    long heardAt() {
        return reader.heardAt();
    }

    long currentAt() {
        return reader.currentAt();
    }

    /** Says which task runs the loop: who is interrupted if a server does not answer. */
    void runsIn(Task task) {
        request.askedBy(task);
    }

    /** Asks the loop and its timer to end; the interrupts that follow release them. One that a callback swallows does not, so the watch ends here. */
    void stop() {
        stop.make();
        stopOfTimer.make();
        open.end();
    }

    void distrust() {
        open.end(new OpenWatch.Reason.Distrust());
    }

    void run() throws InterruptedException {
        try {
            stop.rounds(this::round, this::beginAnewAfter);
        } finally {
            endWatch();
        }
    }

    private void round() throws InterruptedException {
        var step = machine.step(state, input, clock.nanoTime(), platform.random());
        step.notices().forEach(voice::tell);
        timer.resyncing(isWatching(step.state()));
        input = perform(step.action());
        state = step.state();
    }

    private void beginAnewAfter(Throwable defect) throws InterruptedException {
        voice.defect(defect);
        input = new ReflectorInput.Done<>();
        state = new ReflectorState.Pausing<>(state.memory(), ReflectorState.Next.CYCLE);
        stop.sleep(platform, AFTER_DEFECT);
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
                case ReflectorAction.Pause<T>(var duration) -> pause(duration);
            };
        } catch (Throwable failure) {
            stop.endIfMade();
            return new ReflectorInput.Failed<>(failure);
        }
    }

    private ReflectorInput<T> stream(WatchOptions options) throws InterruptedException {
        if (beginAnew()) {
            return distrusted();
        }
        watch(options);
        ReflectorInput<T> end = reader.collect();
        if (end instanceof ReflectorInput.Complete<T>) {
            timer.initialEventsEnd();
        } else {
            endWatch();
        }
        return end;
    }

    private ReflectorInput<T> list(ListOptions options) throws InterruptedException {
        if (options.continueToken().isEmpty() && beginAnew()) {
            return distrusted();
        }
        timer.listBegins();
        ResourceList<T> page = answer(() -> source.list(options));
        if (page.items().stream().limit(1).anyMatch(EventCursor::isTable)) {
            throw new IllegalStateException("the server sent tables instead of objects");
        }
        reader.heard();
        return new ReflectorInput.Page<>(page);
    }

    /**
     * What was wrong with the watches so far does not matter any more. {@return whether somebody has asked for the latest state
     * since, which the request that is about to be made may not give}
     */
    private boolean beginAnew() {
        endWatch();
        began = clock.nanoTime();
        return open.takeReason().orElse(null) instanceof OpenWatch.Reason.Distrust;
    }

    private ReflectorInput<T> distrusted() {
        return new ReflectorInput.Distrusted<>(reader.lastVersion());
    }

    private interface Call<R> {
        R make() throws InterruptedException;
    }

    /**
     * {@return what the server answers}
     *
     * @throws UnansweredException if that took longer than the timer was told, and it gave the request up
     */
    private <R> R answer(Call<R> call) throws InterruptedException {
        request.begin();
        try {
            R answer = call.make();
            if (request.end()) {
                stop.endIfMade();
            }
            return answer;
        } catch (Throwable failure) {
            if (request.end()) {
                stop.endIfMade();
                throw new UnansweredException(failure);
            }
            if (isAnswer(failure)) {
                reader.heard();
            }
            throw failure;
        } finally {
            timer.requestEnds();
        }
    }

    /** Whether the server has answered, though not with what was asked for: who is refused is not cut off. */
    private static boolean isAnswer(Throwable failure) {
        return failure instanceof ApiException refusal
                && refusal.code() != 0
                && !(refusal instanceof ApiException.NotKubernetes);
    }

    private ReflectorInput<T> replace(List<T> objects, String version) throws InterruptedException {
        try {
            sink.replace(objects, ResourceVersion.of(version));
        } catch (TransformException unfit) {
            sink.replace(fit(objects), ResourceVersion.of(version));
            voice.listedInPart(unfit);
        }
        reader.reached(version);
        voice.listed(objects.size(), sinceBegin());
        return new ReflectorInput.Done<>();
    }

    /** {@return those of the objects that can be transformed} One that cannot would be no better if all were read again. */
    private List<T> fit(List<T> objects) throws InterruptedException {
        List<T> fit = new ArrayList<>(objects.size());
        for (T object : objects) {
            try {
                Keys.transformed(sink.transform(), object);
                fit.add(object);
            } catch (TransformException unfit) {
                stop.endIfMade();
                voice.skipped("it could not be kept", unfit);
            }
        }
        return fit;
    }

    private ReflectorInput<T> watch(WatchOptions options) throws InterruptedException {
        endWatch();
        began = clock.nanoTime();
        Duration timeout = options.timeout() == null ? FOREVER : options.timeout();
        // A proxy may keep the head of an answer back until the first event, so the answer has as long as the watch.
        timer.watchBegins(timeout, options.initialEvents());
        answer(() -> {
            EventStream<T> stream = source.watch(options);
            open.begin(stream);
            return stream;
        });
        // Where nothing happens there may be no bookmark either, but who answers is there.
        reader.heard();
        timer.watchBegins(timeout, options.initialEvents());
        if (!options.initialEvents()) {
            reader.current();
            voice.watching();
        }
        return new ReflectorInput.Done<>();
    }

    private ReflectorInput<T> follow(String version) throws InterruptedException {
        EventCursor<T> cursor = reader.cursor(version);
        ReflectorInput<T> end = reader.follow(cursor);
        endWatch();
        voice.watched(cursor.events(), sinceBegin());
        return end;
    }

    private ReflectorInput<T> compare(String version) throws InterruptedException {
        timer.listBegins();
        SelfCheck.Finding finding = answer(() -> selfCheck.compare(source, version));
        voice.compared(finding);
        return new ReflectorInput.Compared<>(finding);
    }

    private ReflectorInput<T> pause(Duration duration) throws InterruptedException {
        endWatch();
        stop.sleep(platform, duration);
        return new ReflectorInput.Done<>();
    }

    private void endWatch() {
        open.end();
        timer.requestEnds();
    }

    private Duration sinceBegin() {
        return Duration.ofNanos(clock.nanoTime() - began);
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
                // Whatever it looks like, it is nothing that the server has said (RF-39).
                open.end(new OpenWatch.Reason.Failure(new IllegalStateException("the sink did not resync", failure)));
                return false;
            }
        }

        @Override
        public void giveUp() {
            if (request.giveUp()) {
                voice.unanswered();
            } else {
                voice.overdue();
                open.end();
            }
        }

        @Override
        public void lookAtProgress(Duration patience) {
            if (clock.nanoTime() - reader.heardAt() >= patience.toNanos()) {
                voice.noInitialEvents(patience);
            }
        }

        @Override
        public void failed(Throwable defect) {
            voice.defect(defect);
        }
    }
}
