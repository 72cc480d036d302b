package dev.konverge.controller.event;

import dev.konverge.base.Clock;
import dev.konverge.controller.event.SpamFilter.Subject;
import dev.konverge.model.core.v1.Event;
import dev.konverge.model.core.v1.EventSource;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what to tell the core API of a stream of events: an event that came before becomes a count, many that are alike become
 * one, and an object about which there is too much to tell is left alone for a while (EV-6).
 *
 * <p>Pure: time is passed in. Not safe for use by several threads.
 */
final class EventCorrelator {
    static final String AGGREGATED = "(combined from similar events): ";

    /** What makes two events the same. */
    sealed interface Identity {
        /** The same story, word for word. */
        record Exact(Subject subject, @Nullable String fieldPath, String reason, String message) implements Identity {}

        /** The same story in other words. */
        record Similar(Subject subject, String reason) implements Identity {}
    }

    /** What is to be done about a report. */
    sealed interface Verdict {
        /** A new event. */
        record Create(Event event, Identity identity) implements Verdict {}

        /** An event that exists, with a new count, time and message. */
        record Repeat(Event event, Identity identity) implements Verdict {}

        /** Nothing: there is too much to tell about this object. */
        record Skip() implements Verdict {}
    }

    private record Observation(
            int count,
            @Nullable Instant first,
            String name,
            @Nullable String version) {}

    private static final class Group {
        private final Set<String> messages = new LinkedHashSet<>();
        private long last;
    }

    private final Correlation correlation;
    private final EventNames names;
    private final Map<Identity, Group> groups;
    private final Map<Identity, Observation> observations;
    private final SpamFilter filter;

    EventCorrelator(Correlation correlation, EventNames names) {
        this.correlation = correlation;
        this.names = names;
        this.groups = new LruMap<>(correlation.remembered());
        this.observations = new LruMap<>(correlation.remembered());
        this.filter = new SpamFilter(correlation);
    }

    /** {@return what to do} The event is counted in any case, also if nothing is to be told (EV-8). */
    Verdict correlate(Report report, long now) {
        Subject subject = Subject.of(report);
        String reason = report.occurrence().reason();
        String message = report.occurrence().note();
        Identity identity = isOneOfMany(new Identity.Similar(subject, reason), message, now)
                ? new Identity.Similar(subject, reason)
                : new Identity.Exact(subject, report.regarding().fieldPath(), reason, message);
        Event event = identity instanceof Identity.Similar ? aggregate(report) : single(report);
        Observation before = observations.get(identity);
        Event counted = before == null ? event : repeated(event, before);
        remember(identity, counted);
        if (!filter.passes(subject, now)) {
            return new Verdict.Skip();
        }
        return before == null ? new Verdict.Create(counted, identity) : new Verdict.Repeat(counted, identity);
    }

    /** Takes in what the server made of an event, so that a repetition is told of the right object (EV-10). */
    void stored(Identity identity, Event event) {
        remember(identity, event);
    }

    private void remember(Identity identity, Event event) {
        observations.put(
                identity,
                new Observation(
                        Optional.ofNullable(event.count()).orElse(1),
                        event.firstTimestamp(),
                        event.key().name(),
                        event.metadata().resourceVersion()));
    }

    /** EV-7: from the tenth different message on; a set that is full makes room, so that the next is one of many too. */
    private boolean isOneOfMany(Identity key, String message, long now) {
        Group group = groups.computeIfAbsent(key, fresh -> new Group());
        if (Clock.deadline(group.last, correlation.forgetAfter()) < now) {
            group.messages.clear();
        }
        group.last = now;
        group.messages.add(message);
        if (group.messages.size() < correlation.similar()) {
            return false;
        }
        Iterator<String> oldest = group.messages.iterator();
        oldest.next();
        oldest.remove();
        return true;
    }

    /** EV-5. */
    private static Event single(Report report) {
        Occurrence occurrence = report.occurrence();
        return Event.builder()
                .metadata(report.metadata())
                .involvedObject(report.regarding())
                .reason(occurrence.reason())
                .message(occurrence.note())
                .type(occurrence.type().text())
                .source(source(report))
                .reportingComponent(report.component())
                .reportingInstance(report.instance())
                .count(1)
                .firstTimestamp(report.time())
                .lastTimestamp(report.time())
                .build();
    }

    private Event aggregate(Report report) {
        String object = Optional.ofNullable(report.regarding().name()).orElse("");
        return single(report)
                .with(event -> event.metadata(report.metadata().toBuilder()
                                .name(names.next(object, report.time()))
                                .build())
                        .message(AGGREGATED + report.occurrence().note())
                        .reportingComponent(null)
                        .reportingInstance(null));
    }

    private static EventSource source(Report report) {
        return EventSource.builder()
                .component(report.component())
                .host(report.instance())
                .build();
    }

    private static Event repeated(Event event, Observation before) {
        return event.with(again -> again.metadata(event.metadata().toBuilder()
                        .name(before.name())
                        .resourceVersion(before.version())
                        .build())
                .count(before.count() + 1)
                .firstTimestamp(before.first()));
    }
}
