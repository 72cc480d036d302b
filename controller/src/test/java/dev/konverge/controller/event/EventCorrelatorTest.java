package dev.konverge.controller.event;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.event.EventCorrelator.Verdict;
import dev.konverge.model.core.v1.Event;
import dev.konverge.model.core.v1.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration REFILL = Duration.ofMinutes(5);

    private final EventNames names = new EventNames(new Random(1));
    private EventCorrelator correlator = new EventCorrelator(Correlation.STANDARD, names);
    private long second;

    static Report report(EventNames names, long second, String object, String reason, String note) {
        ObjectReference pod = ObjectReference.builder()
                .kind("Pod")
                .apiVersion("v1")
                .namespace("ns")
                .name(object)
                .uid("uid-" + object)
                .resourceVersion("7")
                .build();
        Instant time = START.plusSeconds(second);
        return new Report(
                names.next(object, time),
                time,
                "foo-controller",
                "host",
                new Occurrence(pod, null, EventType.NORMAL, reason, "", note, Map.of("a", "b")));
    }

    private Verdict tell(String object, String reason, String note) {
        return correlator.correlate(
                report(names, second, object, reason, note),
                Duration.ofSeconds(second).toNanos());
    }

    private static Event created(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Create.class);
        return ((Verdict.Create) verdict).event();
    }

    private static Event repeated(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Repeat.class);
        return ((Verdict.Repeat) verdict).event();
    }

    /** EV-5. */
    @Test
    void aFirstEventSaysEverythingThereIsToSay() {
        Event event = created(tell("web", "Synced", "all well"));
        assertThat(event.metadata().namespace()).isEqualTo("ns");
        assertThat(event.metadata().name()).isEqualTo("web.18867251edfa0000");
        assertThat(event.metadata().annotations()).containsEntry("a", "b");
        assertThat(requireNonNull(event.involvedObject()).uid()).isEqualTo("uid-web");
        assertThat(event.type()).isEqualTo("Normal");
        assertThat(event.reason()).isEqualTo("Synced");
        assertThat(event.message()).isEqualTo("all well");
        assertThat(requireNonNull(event.source()).component()).isEqualTo("foo-controller");
        assertThat(requireNonNull(event.source()).host()).isEqualTo("host");
        assertThat(event.reportingComponent()).isEqualTo("foo-controller");
        assertThat(event.reportingInstance()).isEqualTo("host");
        assertThat(event.count()).isEqualTo(1);
        assertThat(event.firstTimestamp()).isEqualTo(START);
        assertThat(event.lastTimestamp()).isEqualTo(START);
    }

    /** EV-8. */
    @Test
    void theSameEventAgainIsACount() {
        Event first = created(tell("web", "Synced", "all well"));
        second = 5;
        Event again = repeated(tell("web", "Synced", "all well"));
        assertThat(again.count()).isEqualTo(2);
        assertThat(again.metadata().name()).isEqualTo(first.metadata().name());
        assertThat(again.firstTimestamp()).isEqualTo(START);
        assertThat(again.lastTimestamp()).isEqualTo(START.plusSeconds(5));
        assertThat(repeated(tell("web", "Synced", "all well")).count()).isEqualTo(3);
    }

    /** EV-10. */
    @Test
    void whatTheServerStoredIsWhatIsCountedOn() {
        Verdict.Create first = (Verdict.Create) tell("web", "Synced", "all well");
        correlator.stored(
                first.identity(),
                first.event()
                        .with(event -> event.count(41)
                                .metadata(meta -> meta.name("theirs").resourceVersion("9"))));
        Event again = repeated(tell("web", "Synced", "all well"));
        assertThat(again.count()).isEqualTo(42);
        assertThat(again.metadata().name()).isEqualTo("theirs");
        assertThat(again.metadata().resourceVersion()).isEqualTo("9");
    }

    /** EV-7. */
    @Test
    void fromTheTenthMessageOnThatDiffersOnlyInWordsOneEventStandsForAll() {
        for (int i = 1; i <= 9; i++) {
            assertThat(created(tell("web", "Failed", "try " + i)).message()).isEqualTo("try " + i);
        }
        Event combined = created(tell("web", "Failed", "try 10"));
        assertThat(combined.message()).isEqualTo("(combined from similar events): try 10");
        assertThat(combined.count()).isEqualTo(1);
        assertThat(combined.reportingComponent()).isNull();
        Event next = repeated(tell("web", "Failed", "try 11"));
        assertThat(next.message()).isEqualTo("(combined from similar events): try 11");
        assertThat(next.count()).isEqualTo(2);
        assertThat(next.metadata().name()).isEqualTo(combined.metadata().name());
        Event known = created(tell("web", "Failed", "try 11"));
        assertThat(known.message())
                .as("nine are remembered, the last among them")
                .isEqualTo("try 11");
    }

    @Test
    void moreOfTheSameMessageThanTheLimitIsStillJustACount() {
        created(tell("web", "Failed", "again"));
        for (int i = 2; i <= 12; i++) {
            assertThat(repeated(tell("web", "Failed", "again")).count()).isEqualTo(i);
        }
    }

    @Test
    void anotherReasonIsNoPartOfTheGroup() {
        for (int i = 1; i <= 9; i++) {
            tell("web", "Failed", "try " + i);
        }
        assertThat(created(tell("web", "Other", "try 10")).message()).isEqualTo("try 10");
    }

    /** EV-7. */
    @Test
    void aGroupThatWasQuietForTenMinutesStartsOver() {
        for (int i = 1; i <= 9; i++) {
            tell("web", "Failed", "try " + i);
        }
        second = 601;
        assertThat(created(tell("web", "Failed", "try 10")).message()).isEqualTo("try 10");
    }

    /** EV-9. */
    @Test
    void anObjectGetsTwentyFiveEventsAtOnceAndOneMoreEveryFiveMinutes() {
        for (int i = 1; i <= 25; i++) {
            assertThat(tell("web", "Reason" + i, "x")).isInstanceOf(Verdict.Create.class);
        }
        assertThat(tell("web", "Reason26", "x")).isEqualTo(new Verdict.Skip());
        assertThat(tell("other", "Reason26", "x")).isInstanceOf(Verdict.Create.class);
        second = 299;
        assertThat(tell("web", "Reason27", "x")).isEqualTo(new Verdict.Skip());
        second = 301;
        assertThat(tell("web", "Reason28", "x")).isInstanceOf(Verdict.Create.class);
        assertThat(tell("web", "Reason29", "x")).isEqualTo(new Verdict.Skip());
    }

    /** EV-6, EV-8, EV-12: what is not told is counted all the same. */
    @Test
    void eventsThatWereHeldBackCount() {
        correlator = new EventCorrelator(Correlation.STANDARD.withSpamFilter(2, Duration.ofMinutes(1)), names);
        tell("web", "Failed", "again");
        tell("web", "Failed", "again");
        assertThat(tell("web", "Failed", "again")).isEqualTo(new Verdict.Skip());
        second = 61;
        assertThat(repeated(tell("web", "Failed", "again")).count()).isEqualTo(4);
    }

    /** EV-6. */
    @Test
    void aChangeOfTheObjectsVersionDoesNotMakeAnEventNew() {
        Report first = report(names, 0, "web", "Synced", "x");
        correlator.correlate(first, 0);
        ObjectReference newer =
                first.regarding().toBuilder().resourceVersion("8").build();
        Occurrence again = new Occurrence(newer, null, EventType.NORMAL, "Synced", "", "x", Map.of());
        Verdict verdict =
                correlator.correlate(new Report("web.2", START, first.component(), first.instance(), again), 1);
        assertThat(verdict).isInstanceOf(Verdict.Repeat.class);
    }

    /** EV-6. */
    @Test
    void anotherPartOfTheObjectIsAnotherEvent() {
        Report first = report(names, 0, "web", "Pulled", "x");
        correlator.correlate(first, 0);
        Report other = new Report(
                "web.2",
                START,
                first.component(),
                first.instance(),
                first.occurrence().withFieldPath("spec.containers{b}"));
        assertThat(correlator.correlate(other, 1)).isInstanceOf(Verdict.Create.class);
    }

    private static Report of(Report report, UnaryOperator<ObjectReference.Builder> object, EventType type) {
        Occurrence told = report.occurrence();
        return new Report(
                "web.2",
                START,
                report.component(),
                report.instance(),
                new Occurrence(
                        object.apply(told.regarding().toBuilder()).build(),
                        null,
                        type,
                        told.reason(),
                        "",
                        told.note(),
                        Map.of()));
    }

    private Stream<Report> ofOthersThan(Report report) {
        Occurrence told = report.occurrence();
        return Stream.concat(
                Stream.<UnaryOperator<ObjectReference.Builder>>of(
                                object -> object.kind("Node"),
                                object -> object.apiVersion("v2"),
                                object -> object.namespace("other"),
                                object -> object.name("other"),
                                object -> object.uid("other"))
                        .map(object -> of(report, object, EventType.NORMAL)),
                Stream.of(
                        of(report, object -> object, EventType.WARNING),
                        new Report("web.2", START, "other", report.instance(), told),
                        new Report("web.2", START, report.component(), "other", told)));
    }

    /** EV-6: all three keys have these in them. */
    @Test
    void whoTellsWhatItIsAboutAndHowSeriousItIsAreOfEachStory() {
        Report story = report(names, 0, "web", "Failed", "try");
        assertThat(ofOthersThan(story)).hasSize(8).allSatisfy(other -> {
            correlator = new EventCorrelator(
                    Correlation.STANDARD
                            .withAggregation(2, Duration.ofMinutes(10))
                            .withSpamFilter(1, REFILL),
                    names);
            created(correlator.correlate(report(names, 0, "web", "Failed", "another try"), 0));
            assertThat(correlator.correlate(story, 0)).as("the filter is full").isEqualTo(new Verdict.Skip());
            assertThat(created(correlator.correlate(other, 0)).message())
                    .as("neither counted, nor one of many, nor too much")
                    .isEqualTo("try");
        });
    }

    /** EV-6: as many events are remembered as said, those that came last. */
    @Test
    void whatCameLongestAgoIsForgottenFirst() {
        correlator = new EventCorrelator(new Correlation(2, 10, Duration.ofMinutes(10), 25, REFILL), names);
        tell("a", "Synced", "x");
        tell("b", "Synced", "x");
        assertThat(repeated(tell("a", "Synced", "x")).count()).isEqualTo(2);
        tell("c", "Synced", "x");
        assertThat(repeated(tell("a", "Synced", "x")).count()).isEqualTo(3);
        assertThat(created(tell("b", "Synced", "x")).count()).isEqualTo(1);
        assertThat(Correlation.STANDARD.remembered()).isEqualTo(4096);
    }

    /** EV-7, EV-12. */
    @Test
    void howManySimilarOnesAreToldAsOneCanBeSet() {
        correlator = new EventCorrelator(Correlation.STANDARD.withAggregation(3, Duration.ofSeconds(10)), names);
        assertThat(created(tell("web", "Failed", "first")).message()).isEqualTo("first");
        assertThat(created(tell("web", "Failed", "second")).message()).isEqualTo("second");
        assertThat(created(tell("web", "Failed", "third")).message())
                .isEqualTo("(combined from similar events): third");
        second = 20;
        assertThat(created(tell("web", "Failed", "fourth")).message()).isEqualTo("fourth");
    }
}
