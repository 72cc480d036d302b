package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** 8.1, LE-1. */
class ElectionTest {
    private static final Election STANDARD = Election.as("me");

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    @Test
    void theStandardTermsAreThoseOfKubernetes() {
        assertThat(STANDARD.leaseDuration()).isEqualTo(Duration.ofSeconds(15));
        assertThat(STANDARD.renewDeadline()).isEqualTo(Duration.ofSeconds(10));
        assertThat(STANDARD.retryPeriod()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void anEmptyIdentityIsRefused() {
        assertThatThrownBy(() -> Election.as("")).hasMessage("the identity of a candidate is empty");
    }

    @Test
    void aLeaseThatCountsInWholeSecondsMustStillBeLongerThanTheDeadline() {
        assertThatThrownBy(() -> STANDARD.withTimes(millis(10_900), millis(10_500), millis(1000)))
                .hasMessage("leaseDuration PT10S must be longer than renewDeadline PT10.5S");
    }

    @Test
    void aLeaseThatLastsJustAsLongAsTheDeadlineIsRefused() {
        assertThatThrownBy(() -> STANDARD.withTimes(millis(10_000), millis(10_000), millis(1000)))
                .hasMessage("leaseDuration PT10S must be longer than renewDeadline PT10S");
    }

    @Test
    void aDeadlineThatLeavesNoRoomForASecondAttemptIsRefused() {
        assertThatThrownBy(() -> STANDARD.withTimes(millis(15_000), millis(2400), millis(2000)))
                .hasMessage("renewDeadline PT2.4S must be longer than 1.2 times retryPeriod PT2S");
    }

    @Test
    void aRetryPeriodOfNothingIsRefused() {
        assertThatThrownBy(() -> STANDARD.withTimes(millis(15_000), millis(2400), millis(0)))
                .hasMessage("retryPeriod PT0S must be longer than nothing");
    }

    @Test
    void identitiesOfTheSameHostDiffer() {
        Random random = new Random(1);
        assertThat(Election.uniqueIdentity("host", random))
                .startsWith("host_")
                .isNotEqualTo(Election.uniqueIdentity("host", random));
    }

    /** LE-17. */
    @Test
    void aRequestMayTakeHalfTheDeadlineAndAtLeastASecond() {
        assertThat(STANDARD.requestTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(STANDARD.withTimes(millis(2000), millis(1000), millis(100)).requestTimeout())
                .isEqualTo(Duration.ofSeconds(1));
    }
}
