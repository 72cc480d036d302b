package dev.konverge.controller.event;

import dev.konverge.base.Clock;
import dev.konverge.client.ApiException;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.event.EventCorrelator.Verdict;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.RawJson;
import dev.konverge.model.StrategicMergePatch;
import dev.konverge.model.TimeFormat;
import dev.konverge.model.core.v1.Event;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Tells the core API of events: {@link EventCorrelator} decides what, this class does it. For use by one thread. */
final class CoreRecording implements ReportHandler {
    private final ResourceClient<Event> events;
    private final EventCorrelator correlator;
    private final EventWriter writer;
    private final Clock clock;

    CoreRecording(ResourceClient<Event> events, EventCorrelator correlator, EventWriter writer, Clock clock) {
        this.events = events;
        this.correlator = correlator;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public boolean asksTheServer() {
        return true;
    }

    @Override
    public void handle(Report report) throws InterruptedException {
        switch (correlator.correlate(report, clock.nanoTime())) {
            case Verdict.Create(Event event, EventCorrelator.Identity identity) ->
                writer.write(event, () -> events.in(namespace(event)).create(event))
                        .find()
                        .ifPresent(stored -> correlator.stored(identity, stored));
            case Verdict.Repeat(Event event, EventCorrelator.Identity identity) ->
                writer.write(event, () -> repeat(event))
                        .find()
                        .ifPresent(stored -> correlator.stored(identity, stored));
            case Verdict.Skip() -> {}
        }
    }

    /** EV-10. The server forgets events after an hour or so; one that comes again later is a new one. */
    private Event repeat(Event event) {
        Key key = event.key();
        try {
            return events.patch(key, patch(event), WriteOptions.NONE);
        } catch (ApiException.NotFound forgotten) {
            return events.in(key.namespace())
                    .create(event.with(fresh -> fresh.metadata(
                            event.metadata().toBuilder().resourceVersion(null).build())));
        }
    }

    private static StrategicMergePatch patch(Event event) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("count", Json.of(Objects.requireNonNull(event.count())));
        fields.put("lastTimestamp", Json.of(TimeFormat.TIME.format(lastTimestamp(event))));
        fields.put("message", Json.of(Objects.requireNonNull(event.message())));
        return new StrategicMergePatch(RawJson.of(new Json.Obj(fields)));
    }

    private static Instant lastTimestamp(Event event) {
        return Objects.requireNonNull(event.lastTimestamp());
    }

    private static String namespace(Event event) {
        return event.key().namespace();
    }
}
