package dev.konverge.controller.event;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.event.EventSeriesCore.Write;
import dev.konverge.model.events.v1.Event;
import dev.konverge.model.events.v1.EventSeries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventSeriesCoreTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final EventNames names = new EventNames(new Random(1));
    private final EventSeriesCore core = new EventSeriesCore(Correlation.STANDARD);

    private Optional<Write> tell(long second, String reason, String note) {
        return core.observe(EventCorrelatorTest.report(names, second, "web", reason, note), nanos(second));
    }

    private static long nanos(long second) {
        return Duration.ofSeconds(second).toNanos();
    }

    private static EventSeries series(Event event) {
        return requireNonNull(event.series());
    }

    /** EV-14. */
    @Test
    void aFirstEventIsCreated() {
        Event event = tell(0, "Synced", "all well").orElseThrow().event();
        assertThat(event.series()).isNull();
        assertThat(event.eventTime()).isEqualTo(START);
        assertThat(event.reportingController()).isEqualTo("foo-controller");
        assertThat(event.reportingInstance()).isEqualTo("foo-controller-host");
        assertThat(event.reason()).isEqualTo("Synced");
        assertThat(event.action()).isEqualTo("Synced");
        assertThat(event.note()).isEqualTo("all well");
        assertThat(event.type()).isEqualTo("Normal");
        assertThat(event.regarding())
                .isNotNull()
                .satisfies(pod -> assertThat(pod.name()).isEqualTo("web"));
    }

    /** EV-16, EV-17. */
    @Test
    void theSecondMakesASeriesInWhateverWordsAndLaterOnesAreOnlyCounted() {
        Event first = tell(0, "Synced", "once").orElseThrow().event();
        Event second = tell(1, "Synced", "twice").orElseThrow().event();
        assertThat(second.metadata().name()).isEqualTo(first.metadata().name());
        assertThat(series(second).count()).isEqualTo(2);
        assertThat(series(second).lastObservedTime()).isEqualTo(START.plusSeconds(1));
        assertThat(tell(2, "Synced", "thrice")).isEmpty();
        assertThat(core.refresh())
                .singleElement()
                .satisfies(write -> assertThat(series(write.event()).count()).isEqualTo(3));
    }

    @Test
    void anotherReasonIsAnotherEvent() {
        tell(0, "Synced", "x");
        assertThat(tell(1, "Failed", "x").orElseThrow().isSeries()).isFalse();
    }

    /** EV-19. */
    @Test
    void aSeriesThatWasQuietForSixMinutesIsToldOnceMoreAndForgotten() {
        tell(0, "Synced", "x");
        tell(1, "Synced", "x");
        tell(2, "Synced", "x");
        assertThat(core.finish(nanos(362))).isEmpty();
        Write over = core.finish(nanos(363)).getFirst();
        assertThat(series(over.event()).count()).isEqualTo(3);
        core.forget(over);
        assertThat(core.size()).isZero();
    }

    @Test
    void aSeriesThatGoesOnWhileItsEndIsToldIsKept() {
        tell(0, "Synced", "x");
        tell(1, "Synced", "x");
        Write over = core.finish(nanos(400)).getFirst();
        tell(401, "Synced", "x");
        core.forget(over);
        assertThat(core.size()).isOne();
    }

    @Test
    void aSingleEventIsForgottenAfterSixMinutesWithoutAWord() {
        tell(0, "Synced", "x");
        assertThat(core.finish(nanos(360))).isEmpty();
        assertThat(core.size()).isOne();
        assertThat(core.finish(nanos(361))).isEmpty();
        assertThat(core.size()).isZero();
    }

    /** EV-18. */
    @Test
    void whatTheServerStoredIsKeptUnlessMoreHasHappened() {
        Write first = tell(0, "Synced", "x").orElseThrow();
        core.stored(first, first.event().with(event -> event.metadata(meta -> meta.resourceVersion("5"))));
        Write second = tell(1, "Synced", "x").orElseThrow();
        assertThat(second.event().metadata().resourceVersion()).isEqualTo("5");
        tell(2, "Synced", "x");
        core.stored(second, second.event());
        assertThat(series(core.refresh().getFirst().event()).count()).isEqualTo(3);
    }

    @Test
    void aNoteLongerThanTheServerTakesIsCutBetweenCharacters() {
        String note = requireNonNull(
                tell(0, "Synced", "ä".repeat(600)).orElseThrow().event().note());
        assertThat(note).endsWith("ä…").hasSizeLessThan(600);
        assertThat(note.getBytes(StandardCharsets.UTF_8).length).isBetween(1020, 1024);
        String exact = "x".repeat(1024);
        assertThat(tell(0, "Other", exact).orElseThrow().event().note()).isEqualTo(exact);
    }

    /** A report about an object that somebody has just written. */
    private Optional<Write> tellOfVersion(long second, String name, int version) {
        Report report = EventCorrelatorTest.report(names, second, name, "Broken", "again");
        Occurrence occurrence = report.occurrence();
        Occurrence newer = new Occurrence(
                occurrence.regarding().toBuilder()
                        .resourceVersion(Integer.toString(version))
                        .build(),
                null,
                occurrence.type(),
                occurrence.reason(),
                occurrence.action(),
                occurrence.note(),
                occurrence.annotations());
        return core.observe(
                new Report(report.name(), report.time(), report.component(), report.instance(), newer), nanos(second));
    }

    /** EV-16: the version is part of what makes a series. Not in client-go: EV-9, here too. */
    @Test
    void anObjectThatChangesWithEachEventIsLeftAloneAfterAWhile() {
        int told = 0;
        for (int version = 1; version <= 1_000; version++) {
            told += tellOfVersion(0, "web", version).isPresent() ? 1 : 0;
        }
        assertThat(told).isEqualTo(25);
        assertThat(core.size()).as("what is not told drives nothing out").isEqualTo(25);
        assertThat(tellOfVersion(1, "other", 1)).as("others are not").isPresent();
        assertThat(tellOfVersion(1, "web", 1)).as("nor are series").isPresent();
        assertThat(tellOfVersion(299, "web", 1_001)).isEmpty();
        assertThat(tellOfVersion(300, "web", 1_001)).isPresent();
        assertThat(tellOfVersion(301, "web", 1_002)).isEmpty();
    }
}
