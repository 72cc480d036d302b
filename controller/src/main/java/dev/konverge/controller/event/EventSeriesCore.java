package dev.konverge.controller.event;

import dev.konverge.model.core.v1.ObjectReference;
import dev.konverge.model.events.v1.Event;
import dev.konverge.model.events.v1.EventSeries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what to tell the events API of a stream of events: the first of its kind is an event, the second makes it a series, and
 * from then on only a sign of life now and then and the end are told.
 *
 * <p>Pure: time is passed in. Not safe for use by several threads.
 */
final class EventSeriesCore {
    /** How often a series that goes on is told, so that the server does not forget it (EV-18). */
    static final Duration REFRESH = Duration.ofMinutes(30);

    /** How long nothing must have happened for a series to be over (EV-19). */
    static final Duration FINISH = Duration.ofMinutes(6);

    private static final int LONGEST_NOTE = 1024;
    private static final String ELLIPSIS = "…";

    /** What makes events one series: all but the words and the time (EV-16). */
    record Identity(
            String component,
            String instance,
            EventType type,
            String reason,
            String action,
            ObjectReference regarding,
            @Nullable ObjectReference related) {
        /** Of what differs most: each report is looked up, and most are the first of their kind. */
        @Override
        public int hashCode() {
            return 31 * (31 * Objects.hashCode(regarding.name()) + Objects.hashCode(regarding.namespace()))
                    + reason.hashCode();
        }
    }

    /** Something to tell. A series is told by patching it, a single event by creating it. */
    record Write(Identity identity, Event event) {
        boolean isSeries() {
            return event.series() != null;
        }
    }

    private record Entry(Event event, long seen) {}

    private final Map<Identity, Entry> entries;
    private final SpamFilter filter;

    EventSeriesCore(Correlation correlation) {
        this.entries = new LruMap<>(correlation.remembered());
        this.filter = new SpamFilter(correlation);
    }

    /**
     * Takes in a report. {@return what to tell at once, if anything} EV-17; but an object about which there is too much to tell gets no
     * further events. An identity has the object's version in it, and a reconciler may write something new each time that it complains.
     */
    Optional<Write> observe(Report report, long now) {
        Identity identity = identity(report);
        Entry before = entries.get(identity);
        if (before == null) {
            // What is not told is not remembered either: it would drive out what was.
            return filter.passes(SpamFilter.Subject.of(report), now)
                    ? Optional.of(keep(identity, event(report), now))
                    : Optional.empty();
        }
        int count = Optional.ofNullable(before.event().series())
                .map(EventSeries::count)
                .orElse(1);
        Write next = keep(identity, inSeries(before.event(), count + 1, report.time()), now);
        return count == 1 ? Optional.of(next) : Optional.empty();
    }

    private Write keep(Identity identity, Event event, long now) {
        entries.put(identity, new Entry(event, now));
        return new Write(identity, event);
    }

    /** {@return all series, to be told again} */
    List<Write> refresh() {
        List<Write> all = new ArrayList<>();
        entries.forEach((identity, entry) -> all.add(new Write(identity, entry.event())));
        return all.stream().filter(Write::isSeries).toList();
    }

    /** Forgets single events that came long ago. {@return the series that are over, to be told one last time} */
    List<Write> finish(long now) {
        List<Write> over = new ArrayList<>();
        entries.entrySet().removeIf(entry -> {
            boolean old = now - entry.getValue().seen() > FINISH.toNanos();
            Write write = new Write(entry.getKey(), entry.getValue().event());
            if (old && write.isSeries()) {
                over.add(write);
            }
            return old && !write.isSeries();
        });
        return over;
    }

    /** Takes in what the server made of something told, unless more has happened since. */
    void stored(Write told, Event stored) {
        entries.computeIfPresent(
                told.identity(),
                (identity, entry) -> entry.event().equals(told.event()) ? new Entry(stored, entry.seen()) : entry);
    }

    /** A series that is over was told, or cannot be. Forgotten, unless more has happened since. */
    void forget(Write told) {
        entries.computeIfPresent(
                told.identity(), (identity, entry) -> entry.event().equals(told.event()) ? null : entry);
    }

    int size() {
        return entries.size();
    }

    private static Identity identity(Report report) {
        Occurrence occurrence = report.occurrence();
        return new Identity(
                report.component(),
                report.instance(),
                occurrence.type(),
                occurrence.reason(),
                occurrence.action(),
                occurrence.regarding(),
                occurrence.related());
    }

    /** EV-14. */
    private static Event event(Report report) {
        Occurrence occurrence = report.occurrence();
        return Event.builder()
                .metadata(report.metadata())
                .eventTime(report.time())
                .reportingController(report.component())
                .reportingInstance(report.component() + "-" + report.instance())
                .action(occurrence.action())
                .reason(occurrence.reason())
                .regarding(occurrence.regarding())
                .related(occurrence.related())
                .note(shortened(occurrence.note()))
                .type(occurrence.type().text())
                .build();
    }

    /** The server refuses an event with a longer note; the beginning of a story is better than none. */
    private static String shortened(String note) {
        byte[] utf8 = note.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= LONGEST_NOTE) {
            return note;
        }
        int end = LONGEST_NOTE - ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;
        while ((utf8[end] & 0xC0) == 0x80) {
            end--; // not in the middle of a character
        }
        return new String(utf8, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
    }

    private static Event inSeries(Event event, int count, Instant time) {
        return event.with(next -> next.series(
                EventSeries.builder().count(count).lastObservedTime(time).build()));
    }
}
