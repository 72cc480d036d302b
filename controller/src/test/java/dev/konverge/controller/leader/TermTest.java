package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import java.util.ArrayDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class TermTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final Term term = new Term(
            platform.clock(),
            "node-1",
            new ElectionCore.Tenure(7, platform.clock().deadlineAfter(Duration.ofSeconds(10))));

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    @Test
    void theLogGetsItsNumberAndWhoLeads() {
        var lines = new ArrayDeque<SubstituteLoggingEvent>();
        var log = new EventRecordingLogger(new SubstituteLogger("log", lines, false), lines);
        term.in(log.atInfo()).log("became leader");
        assertThat(lines)
                .extracting(SubstituteLoggingEvent::getMessage)
                .containsExactly("term=7 identity=node-1 became leader");
    }

    @Test
    void itEndsByTimeAloneUnlessItIsExtended() throws InterruptedException {
        assertThat(term.isOpen()).isTrue();
        platform.advance(Duration.ofSeconds(9));
        assertThat(term.remaining()).isEqualTo(Duration.ofSeconds(1));
        term.extend(platform.clock().deadlineAfter(Duration.ofSeconds(2)));
        platform.advance(Duration.ofSeconds(1));
        assertThat(term.isOpen()).isTrue();
        platform.advance(Duration.ofSeconds(1));
        assertThat(term.isOpen()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void whatIsGivenUpIsOverAtOnce() {
        term.end();
        assertThat(term.isOpen()).isFalse();
        assertThat(term.remaining()).isZero();
    }
}
