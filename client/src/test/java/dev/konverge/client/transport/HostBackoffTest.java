package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.client.config.BackoffBounds;
import dev.konverge.client.config.Environment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostBackoffTest {
    private static final class HandClock implements Clock {
        private Duration passed = Duration.ZERO;

        @Override
        public Instant now() {
            return Instant.EPOCH.plus(passed);
        }

        @Override
        public long nanoTime() {
            return passed.toNanos();
        }
    }

    private final HandClock clock = new HandClock();
    private final HostBackoff backoff =
            new HostBackoff(clock, new BackoffBounds(Duration.ofSeconds(1), Duration.ofSeconds(5)));

    @Test
    void eachAnswerThatAsksForItDoublesTheWaitUpToTheLongest() {
        // RC-15
        assertThat(backoff.delay()).isZero();
        for (int[] step : new int[][] {{429, 1}, {500, 2}, {503, 4}, {599, 5}, {429, 5}}) {
            backoff.note(step[0]);
            assertThat(backoff.delay()).as("after %s", step[0]).isEqualTo(Duration.ofSeconds(step[1]));
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "404", "499", "0"})
    void anyOtherAnswerEndsTheWait(int status) {
        backoff.note(503);
        backoff.note(503);
        backoff.note(status);
        assertThat(backoff.delay()).isZero();
        backoff.note(503);
        assertThat(backoff.delay()).as("begins again").isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void theWaitIsForgottenAfterTwiceTheLongest() {
        backoff.note(503);
        backoff.note(503);
        clock.passed = Duration.ofSeconds(9);
        assertThat(backoff.delay()).isEqualTo(Duration.ofSeconds(2));
        clock.passed = Duration.ofSeconds(10);
        assertThat(backoff.delay()).isZero();
        backoff.note(503);
        assertThat(backoff.delay()).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "1, 10, PT1S, PT10S",
                "20, 10, PT20S, PT20S",
                "-, 10, -, -",
                "1, -, -, -",
                "x, 10, -, -",
                "0, 10, -, -"
            })
    void theSurroundingsMayAskForIt(String base, String max, Duration from, Duration to) {
        Map<String, String> variables = new java.util.HashMap<>();
        if (base != null) {
            variables.put("KUBE_CLIENT_BACKOFF_BASE", base);
        }
        if (max != null) {
            variables.put("KUBE_CLIENT_BACKOFF_DURATION", max);
        }
        var environment = new Environment(variables, Path.of("nowhere"), Path.of("nowhere"), false);
        if (from == null) {
            assertThat(BackoffBounds.of(environment)).isEmpty();
        } else {
            assertThat(BackoffBounds.of(environment)).contains(new BackoffBounds(from, to));
        }
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new BackoffBounds(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackoffBounds(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
