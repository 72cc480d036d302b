package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

/** What the log says of failures (chapter 3.7 of the rules: the watch error handler). */
class FailureLogTest {
    private final ArrayDeque<SubstituteLoggingEvent> lines = new ArrayDeque<>();

    private SubstituteLoggingEvent logged(Throwable cause) {
        var log = new EventRecordingLogger(new SubstituteLogger("log", lines, false), lines);
        new FailureLog(log).onFailure(new ReflectorFailure.ListFailed("things", cause));
        assertThat(lines).hasSize(1);
        return lines.remove();
    }

    @Test
    void aKindThatIsNotServedIsOneLineWithTheServersWordsAndNoTrace() {
        SubstituteLoggingEvent line =
                logged(Refusals.status(404, "NotFound", "the server could not find the requested resource"));
        assertThat(line.getLevel()).isEqualTo(Level.ERROR);
        assertThat(line.getThrowable()).isNull();
        assertThat(line.getMessage())
                .isEqualTo("reflector=things failure=ListFailed"
                        + " reason=list configmaps: the server could not find the requested resource (404 NotFound)"
                        + " a reflector cannot do its work; it will try again");
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(Refusals.gone(), Level.DEBUG),
                Arguments.of(Refusals.refused(), Level.WARN),
                Arguments.of(Refusals.throttled(), Level.WARN),
                Arguments.of(Refusals.internal(), Level.WARN),
                Arguments.of(Refusals.unavailable(), Level.WARN),
                Arguments.of(Refusals.forbidden(), Level.ERROR));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void noAnswerOfAServerHasATrace(Throwable answer, Level level) {
        SubstituteLoggingEvent line = logged(answer);
        assertThat(line.getLevel()).isEqualTo(level);
        assertThat(line.getThrowable()).isNull();
        assertThat(line.getMessage()).contains(" reason=" + answer.getMessage() + " ");
    }

    @Test
    void whatMayBeADefectKeepsItsTrace() {
        for (Throwable defect : List.of(Refusals.unreadable(), new IllegalStateException("impossible"))) {
            SubstituteLoggingEvent line = logged(defect);
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getThrowable()).isSameAs(defect);
        }
    }
}
