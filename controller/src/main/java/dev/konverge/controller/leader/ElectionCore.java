package dev.konverge.controller.leader;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The rules of an election, as a machine that is told what happened and says what to do next. It does nothing itself.
 *
 * <p>Two deadlines make it safe, each counted by the clock of the one who keeps it. A leader's term ends
 * {@code renewDeadline} after it <em>sent</em> the last renewal that succeeded. Everybody else waits for {@code leaseDuration},
 * which is longer, after they <em>saw</em> the lease change, which is later. No time that another process wrote is ever compared
 * with a clock (LE-3).
 *
 * <p>Not safe for use by several threads.
 */
final class ElectionCore {
    /** A point in time, by both clocks. */
    record Moment(long nanos, Instant calendar) {}

    /** What happened. */
    sealed interface Input {
        /** The time to wait has passed; also the first input. */
        record Timer() implements Input {}

        /** The lease was read. */
        record Found(LeaseRecord record) implements Input {}

        /** The lease was asked for, and there is none. */
        record Missing() implements Input {}

        /** The last write was carried out. */
        record Written() implements Input {}

        /** The last request was refused, or it is not known what became of it. */
        record Failed(boolean conflict) implements Input {}

        /** The leader gives up. It campaigns again if {@code again}. */
        record Resign(boolean again) implements Input {}
    }

    /** What to do next. */
    sealed interface Action {
        /** Wait, then tell {@link Input.Timer}. */
        record Sleep(long until) implements Action {}

        /** Read the lease. */
        record Read() implements Action {}

        /** Make the lease. */
        record Create(LeaseRecord record) implements Action {}

        /** Replace the lease that was read or written last. */
        record Update(LeaseRecord record) implements Action {}

        /** Nothing ever more. */
        record Finish() implements Action {}
    }

    /**
     * A term of this candidate.
     *
     * @param number grows with every term of every candidate
     * @param deadline when it ends unless it is renewed
     */
    record Tenure(int number, long deadline) {}

    private sealed interface Phase {
        record Waiting() implements Phase {}

        record Reading() implements Phase {}

        record Writing(LeaseRecord record, long sent, boolean blind) implements Phase {}

        record Releasing(
                long deadline, boolean again, @Nullable LeaseRecord sent) implements Phase {}
    }

    /**
     * What is known of the lease.
     *
     * @param since when this process first saw that it is so, which is never before it was
     * @param gone whether it is not there any more
     */
    private record Observation(LeaseRecord record, long since, boolean gone) {
        /** {@return this lease, seen to be gone} */
        Observation gone(long now) {
            return gone ? this : new Observation(record, now, true);
        }
    }

    private final Election election;
    private final RandomGenerator random;

    /** Writes of this process that may be what the lease says: more than one if answers got lost, and at most {@link #remembered}. */
    private final Deque<LeaseRecord> own = new ArrayDeque<>();

    /** How many writes without an answer it remembers: more than fit into a term, in which each attempt may write twice. */
    private final long remembered;

    private Phase phase = new Phase.Waiting();
    private @Nullable Observation observed;
    private @Nullable Tenure tenure;

    ElectionCore(Election election, RandomGenerator random) {
        this.election = election;
        this.random = random;
        this.remembered = 2 * (election.renewDeadline().dividedBy(election.retryPeriod()) + 2);
    }

    /** {@return the term, if this candidate leads} It may be past its deadline if {@link #step} was not called since. */
    Optional<Tenure> findTenure() {
        return Optional.ofNullable(tenure);
    }

    /** {@return who held the lease when it was last seen, empty if nobody did; nothing if it was never seen} */
    Optional<String> findHolder() {
        return Optional.ofNullable(observed).map(seen -> seen.record().holder());
    }

    /** {@return when the lease last changed as far as known here, if it was ever seen} */
    Optional<Long> findLastChange() {
        return Optional.ofNullable(observed).map(Observation::since);
    }

    /**
     * Takes in what happened. {@return what to do next} A term that ends here is not followed by another one at once: between
     * the two lies at least one {@link Action.Sleep}, so that its work can be stopped.
     */
    Action step(Input input, Moment now) {
        if (tenure != null && now.nanos() >= tenure.deadline() && !(input instanceof Input.Resign)) {
            tenure = null;
            note(input, now);
            return pause(now);
        }
        return switch (input) {
            case Input.Timer timer -> attempt(now);
            case Input.Found(LeaseRecord record) -> found(record, now);
            case Input.Missing missing -> missing(now);
            case Input.Written written -> written(now);
            case Input.Failed(boolean conflict) -> failed(conflict, now);
            case Input.Resign(boolean again) -> resign(again, now);
        };
    }

    /** Takes in what was learned too late to act on. */
    private void note(Input input, Moment now) {
        if (input instanceof Input.Found(LeaseRecord record)) {
            observe(record, now);
        } else if (input instanceof Input.Written && phase instanceof Phase.Writing writing) {
            confirm(writing.record(), now);
        }
    }

    private Action attempt(Moment now) {
        Observation seen = observed;
        if (tenure == null || seen == null) {
            return read();
        }
        // Nobody else can have taken the lease before the deadline, so there is no need to look first.
        return write(seen.record().renewed(now.calendar()), now, true);
    }

    private Action read() {
        phase = new Phase.Reading();
        return new Action.Read();
    }

    private Action write(LeaseRecord record, Moment now, boolean blind) {
        phase = new Phase.Writing(record, now.nanos(), blind);
        remember(record);
        return new Action.Update(record);
    }

    private void remember(LeaseRecord record) {
        if (own.size() == remembered) {
            own.removeFirst();
        }
        own.addLast(record);
    }

    private Action found(LeaseRecord record, Moment now) {
        observe(record, now);
        if (phase instanceof Phase.Releasing releasing) {
            return release(record, releasing, now);
        }
        boolean mine = own.contains(record);
        if (tenure != null) {
            return mine ? write(record.renewed(now.calendar()), now, false) : lose(now);
        }
        if (record.isHeld() && !mine && !isExpired(now)) {
            return pause(now);
        }
        return write(claim(record.transitions() + 1, now), now, false);
    }

    private Action lose(Moment now) {
        tenure = null;
        return pause(now);
    }

    private Action missing(Moment now) {
        if (phase instanceof Phase.Releasing releasing) {
            return released(releasing, now);
        }
        Observation seen = observed == null ? null : observed.gone(now.nanos());
        observed = seen;
        LeaseRecord record;
        if (seen == null) {
            record = claim(0, now);
        } else if (tenure == null && !isExpired(now)) {
            // Somebody may lead, perhaps not the one who was seen last, and puts it back within a retry period.
            return pause(now);
        } else {
            // The count goes on although the lease was deleted, so that a newer term never has a lower number.
            record = tenure == null
                    ? claim(seen.record().transitions() + 1, now)
                    : seen.record().renewed(now.calendar());
        }
        phase = new Phase.Writing(record, now.nanos(), false);
        remember(record);
        return new Action.Create(record);
    }

    private LeaseRecord claim(int transitions, Moment now) {
        Instant calendar = LeaseRecord.micros(now.calendar());
        return new LeaseRecord(
                election.identity(), (int) election.leaseDuration().toSeconds(), calendar, calendar, transitions);
    }

    private Action written(Moment now) {
        if (phase instanceof Phase.Releasing releasing) {
            if (releasing.sent() != null) {
                observe(releasing.sent(), now);
            }
            return released(releasing, now);
        }
        if (!(phase instanceof Phase.Writing writing)) {
            throw new IllegalStateException("nothing was written in " + phase);
        }
        confirm(writing.record(), now);
        // Counted from when it was sent: the answer may have been on its way for long.
        long deadline = Clock.deadline(writing.sent(), election.renewDeadline());
        tenure = deadline > now.nanos() ? new Tenure(writing.record().transitions(), deadline) : null;
        return pause(now);
    }

    private void confirm(LeaseRecord record, Moment now) {
        own.clear();
        remember(record);
        observe(record, now);
    }

    private Action failed(boolean conflict, Moment now) {
        if (observed != null && observed.gone()) {
            // While nothing was seen the lease may have been put back, and deleted again.
            observed = new Observation(observed.record(), observed.since(), false);
        }
        if (phase instanceof Phase.Writing(LeaseRecord record, long sent, boolean blind) && blind) {
            return read();
        }
        if (phase instanceof Phase.Releasing releasing) {
            boolean again = conflict && releasing.sent() != null && now.nanos() < releasing.deadline();
            return again ? readToRelease(releasing) : released(releasing, now);
        }
        return pause(now);
    }

    private void observe(LeaseRecord record, Moment now) {
        if (observed == null || observed.gone() || !observed.record().equals(record)) {
            observed = new Observation(record, now.nanos(), false);
        }
    }

    private boolean isExpired(Moment now) {
        Observation seen = observed;
        return seen != null && Clock.deadline(seen.since(), durationOf(seen)) <= now.nanos();
    }

    /** Whoever leads without a lease that could tell may have been elected for as long as this one would be. */
    private Duration durationOf(Observation seen) {
        Duration told = seen.record().duration();
        Duration usual = election.leaseDuration();
        return seen.gone() && usual.compareTo(told) > 0 ? usual : told;
    }

    private Action pause(Moment now) {
        phase = new Phase.Waiting();
        Duration period = election.retryPeriod();
        if (tenure != null) {
            return new Action.Sleep(Math.min(Clock.deadline(now.nanos(), period), tenure.deadline()));
        }
        long extra = (long) (random.nextDouble() * Election.JITTER * period.toNanos());
        return new Action.Sleep(Clock.deadline(now.nanos(), period.plusNanos(extra)));
    }

    // ---- giving the lease up

    private Action resign(boolean again, Moment now) {
        Tenure ending = tenure;
        tenure = null;
        if (ending == null || !election.releaseOnStop()) {
            return released(new Phase.Releasing(now.nanos(), again, null), now);
        }
        return readToRelease(new Phase.Releasing(ending.deadline(), again, null));
    }

    private Action readToRelease(Phase.Releasing releasing) {
        phase = new Phase.Releasing(releasing.deadline(), releasing.again(), null);
        return new Action.Read();
    }

    /** Only what this process wrote is given up: never the lease of a successor (LE-10). */
    private Action release(LeaseRecord record, Phase.Releasing releasing, Moment now) {
        if (!own.contains(record) || !record.isHeld()) {
            return released(releasing, now);
        }
        LeaseRecord empty = record.released(now.calendar());
        phase = new Phase.Releasing(releasing.deadline(), releasing.again(), empty);
        return new Action.Update(empty);
    }

    private Action released(Phase.Releasing releasing, Moment now) {
        if (releasing.again()) {
            return pause(now);
        }
        phase = new Phase.Waiting();
        return new Action.Finish();
    }
}
