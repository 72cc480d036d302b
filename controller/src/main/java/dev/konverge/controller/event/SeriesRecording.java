package dev.konverge.controller.event;

import dev.konverge.base.Clock;
import dev.konverge.client.ApiException;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.event.EventSeriesCore.Write;
import dev.konverge.model.Json;
import dev.konverge.model.RawJson;
import dev.konverge.model.StrategicMergePatch;
import dev.konverge.model.TimeFormat;
import dev.konverge.model.events.v1.Event;
import dev.konverge.model.events.v1.EventSeries;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Tells the events API of events: {@link EventSeriesCore} decides what, this class does it. For use by one thread. */
final class SeriesRecording implements ReportHandler {
    private final ResourceClient<Event> events;
    private final EventSeriesCore core;
    private final EventWriter writer;
    private final Clock clock;
    private long nextRefresh;
    private long nextFinish;

    SeriesRecording(ResourceClient<Event> events, EventSeriesCore core, EventWriter writer, Clock clock) {
        this.events = events;
        this.core = core;
        this.writer = writer;
        this.clock = clock;
        this.nextRefresh = clock.deadlineAfter(EventSeriesCore.REFRESH);
        this.nextFinish = clock.deadlineAfter(EventSeriesCore.FINISH);
    }

    @Override
    public boolean asksTheServer() {
        return true;
    }

    @Override
    public void handle(Report report) throws InterruptedException {
        Optional<Write> write = core.observe(report, clock.nanoTime());
        if (write.isPresent()) {
            tell(write.get());
        }
    }

    /** {@return what the server said} */
    private EventWriter.Result<Event> tell(Write write) throws InterruptedException {
        EventWriter.Result<Event> result = writer.write(write.event(), () -> store(write));
        result.find().ifPresent(stored -> core.stored(write, stored));
        return result;
    }

    /** EV-20. */
    private Event store(Write write) {
        Event event = write.event();
        if (!write.isSeries()) {
            return create(event);
        }
        try {
            return prolong(event);
        } catch (ApiException.NotFound forgotten) {
            return createOrProlong(event);
        }
    }

    /** It may have been there all the time, or be there again, for all that one server of several knows. */
    private Event createOrProlong(Event event) {
        try {
            return create(event);
        } catch (ApiException.AlreadyExists again) {
            return prolong(event);
        }
    }

    private Event prolong(Event event) {
        return events.patch(event.key(), patch(event), WriteOptions.NONE);
    }

    private Event create(Event event) {
        return events.in(event.key().namespace())
                .create(event.with(fresh -> fresh.metadata(
                        event.metadata().toBuilder().resourceVersion(null).build())));
    }

    private static StrategicMergePatch patch(Event event) {
        EventSeries series = Objects.requireNonNull(event.series());
        String last = TimeFormat.MICRO_TIME.format(Objects.requireNonNull(series.lastObservedTime()));
        Json.Obj fields = new Json.Obj(
                Map.of("count", Json.of(Objects.requireNonNull(series.count())), "lastObservedTime", Json.of(last)));
        return new StrategicMergePatch(RawJson.of(new Json.Obj(Map.of("series", fields))));
    }

    @Override
    public long nextTick() {
        // A timer for nothing would keep a process, and a simulation, awake.
        return core.size() == 0 ? Clock.NEVER : Math.min(nextRefresh, nextFinish);
    }

    @Override
    public void tick() throws InterruptedException {
        long now = clock.nanoTime();
        if (now >= nextFinish) {
            nextFinish = clock.deadlineAfter(EventSeriesCore.FINISH);
            for (Write over : core.finish(now)) {
                finish(over);
            }
        }
        if (now >= nextRefresh) {
            nextRefresh = clock.deadlineAfter(EventSeriesCore.REFRESH);
            for (Write alive : core.refresh()) {
                tell(alive);
            }
        }
    }

    /** EV-19: kept for the next time only if the server was not there to hear it. */
    private void finish(Write over) throws InterruptedException {
        EventWriter.Result<Event> result = writer.write(over.event(), () -> store(over));
        if (!(result instanceof EventWriter.Result.Unanswered<Event>)) {
            core.forget(over);
        }
    }
}
