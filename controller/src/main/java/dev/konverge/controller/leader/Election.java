package dev.konverge.controller.leader;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The terms under which a candidate campaigns.
 *
 * <p>Candidates may run with different ones, and with clocks that differ by any amount. What must hold is that the clocks of
 * two of them do not run at speeds that differ by more than {@code leaseDuration / renewDeadline}.
 *
 * @param identity who campaigns; no two candidates may have the same one (LE-1)
 * @param leaseDuration for how long after a renewal that it saw a candidate does not touch the lease of another. Leases count
 *     in whole seconds, so fractions are dropped.
 * @param renewDeadline for how long after sending its last successful renewal a leader may write
 * @param retryPeriod how long to wait between attempts; candidates that do not lead wait up to 2.2 times as long
 * @param releaseOnStop whether a leader that stops in order gives the lease up, so that the next need not wait for its end
 * @param labels labels to keep on the lease
 */
public record Election(
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod,
        boolean releaseOnStop,
        Map<String, String> labels) {
    /** What retryPeriod is multiplied with at most, beyond one, while waiting for a lease (LE-7). */
    static final double JITTER = 1.2;

    /** Refuses terms under which two could lead at once, or a leader would lose its lease without reason. */
    public Election {
        leaseDuration = Duration.ofSeconds(leaseDuration.toSeconds());
        labels = Map.copyOf(labels);
        if (identity.isEmpty()) {
            throw new IllegalArgumentException("the identity of a candidate is empty");
        }
        if (leaseDuration.toSeconds() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("leaseDuration " + leaseDuration + " is too long");
        }
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException(
                    "leaseDuration " + leaseDuration + " must be longer than renewDeadline " + renewDeadline);
        }
        if (renewDeadline.toNanos() <= JITTER * retryPeriod.toNanos()) {
            throw new IllegalArgumentException("renewDeadline " + renewDeadline + " must be longer than " + JITTER
                    + " times retryPeriod " + retryPeriod);
        }
        if (retryPeriod.isNegative() || retryPeriod.isZero()) {
            throw new IllegalArgumentException("retryPeriod " + retryPeriod + " must be longer than nothing");
        }
    }

    /** {@return the terms that Kubernetes' own components have: 15, 10 and 2 seconds; released when stopped in order} */
    public static Election as(String identity) {
        return new Election(
                identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2), true, Map.of());
    }

    /** {@return an identity that no other candidate has: the host's name and a random part} */
    public static String uniqueIdentity(String host, RandomGenerator random) {
        return host + "_" + new UUID(random.nextLong(), random.nextLong());
    }

    /** {@return these terms with other times} */
    public Election withTimes(Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {
        return new Election(identity, leaseDuration, renewDeadline, retryPeriod, releaseOnStop, labels);
    }

    /** {@return these terms, with the lease left to expire when the leader stops} */
    public Election withoutRelease() {
        return new Election(identity, leaseDuration, renewDeadline, retryPeriod, false, labels);
    }

    /** {@return these terms with labels to keep on the lease} */
    public Election withLabels(Map<String, String> labels) {
        return new Election(identity, leaseDuration, renewDeadline, retryPeriod, releaseOnStop, labels);
    }

    /** {@return how long to wait for one answer: a leader gets at least two attempts within its deadline (LE-17)} */
    Duration requestTimeout() {
        Duration half = renewDeadline.dividedBy(2);
        return half.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : half;
    }
}
