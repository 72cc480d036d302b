package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.konverge.benchmarks.Given;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Standings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControllerRowsTest {
    @Test
    void convergedAndSettledHaveARowForEachOfOurWaysToRun() {
        assertThat(new ControllerRows(7).all())
                .startsWith(
                        "converged-7",
                        "converged-7-aot",
                        "converged-7-tuned",
                        "converged-7-plain",
                        "converged-7-status",
                        "converged-7-no-events",
                        "settled-7",
                        "settled-7-aot",
                        "settled-7-tuned")
                .doesNotHaveDuplicates();
    }

    @Test
    void ofRequestsThreeAFooAreWantedWithEventsAndTwoWithout() {
        var standings = new Standings();
        standings.add(Row.US, 0, Map.of(Trial.REQUESTS, 3.0, Trial.REQUESTS_BUT_EVENTS, 2.1));

        assertThat(new ControllerRows(7).of(standings))
                .filteredOn(row -> row.name().startsWith("requests"))
                .extracting(
                        Row::name,
                        row -> row.target(Row.WANTED).isPresent(),
                        row -> row.peers().get(Row.WANTED))
                .containsExactly(
                        tuple("requests-7", true, new Given(3)), tuple("requests-but-events-7", true, new Given(2)));
    }

    @Test
    void memoryIsNotMeasuredOfThoseThatOnlyDoTheWorkInAnotherWay() {
        assertThat(new ControllerRows(7).all())
                .contains("idle-7-plain", "memory-7-plain")
                .doesNotContain("idle-7-status", "memory-7-no-events");
    }
}
