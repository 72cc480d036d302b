package dev.konverge.controller.leader;

import dev.konverge.base.Platform;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.event.EventType;
import dev.konverge.controller.event.Occurrence;
import dev.konverge.controller.guard.Guard;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ObjectReference;
import java.util.Map;

/**
 * Campaigns for a lease on behalf of a candidate, so that of all processes that do the same, at most one leads.
 *
 * {@snippet :
 * var store = LeaseStore.on(clients, Key.of("default", "foo-controller"));
 * var elector = new LeaderElector(platform, store, Election.as(identity), term -> work(term));
 * try (Campaign campaign = elector.start()) {
 *     awaitShutdown();
 * }
 * }
 *
 * <p>What it promises: from the end of a term's local deadline on, its {@link Fence} is shut, and no other candidate's term begins
 * before that, whatever their calendars say, as long as their clocks run at about the same speed. A process that loses its lease
 * need not exit: its work is stopped, and it campaigns again. A lease is given up only by the one who wrote it last.
 *
 * <p>What it does not promise: that a write which was on its way when the fence shut arrives before the next leader's. The time
 * between {@code renewDeadline} and {@code leaseDuration} is there for such writes.
 *
 * <p>Immutable. Each {@link #start()} is a campaign of its own.
 */
public final class LeaderElector {
    private final Platform platform;
    private final LeaseStore store;
    private final Election election;
    private final Candidate candidate;
    private final ElectionMetrics metrics;
    private final EventRecorder events;

    /** Prepares a campaign; starts nothing. */
    public LeaderElector(Platform platform, LeaseStore store, Election election, Candidate candidate) {
        this(platform, store, election, candidate, ElectionMetrics.NONE, EventRecorder.NONE);
    }

    private LeaderElector(
            Platform platform,
            LeaseStore store,
            Election election,
            Candidate candidate,
            ElectionMetrics metrics,
            EventRecorder events) {
        this.platform = platform;
        this.store = store;
        this.election = election;
        this.candidate = candidate;
        this.metrics = metrics;
        this.events = events;
    }

    /** {@return an elector that tells how it goes} */
    public LeaderElector withMetrics(ElectionMetrics metrics) {
        return new LeaderElector(platform, store, election, candidate, new GuardedElectionMetrics(metrics), events);
    }

    /** {@return an elector that records on the lease when it begins and stops to lead} */
    public LeaderElector withEvents(EventRecorder events) {
        Guard guard = new Guard("events of the election");
        return new LeaderElector(
                platform,
                store,
                election,
                candidate,
                metrics,
                occurrence -> guard.tell(() -> events.record(occurrence)));
    }

    /** Begins to campaign, on threads of its own. {@return the campaign; the caller closes it} */
    public Campaign start() {
        // LE-12: there from the start, so that one that never leads can be told from one that is not there.
        metrics.leading(name(), false);
        CampaignLoop loop = new CampaignLoop(this);
        return new Campaign(this, loop, platform.start("elector " + store.key(), loop::run));
    }

    Platform platform() {
        return platform;
    }

    LeaseStore store() {
        return store;
    }

    Election election() {
        return election;
    }

    Candidate candidate() {
        return candidate;
    }

    ElectionMetrics metrics() {
        return metrics;
    }

    String name() {
        return store.key().name();
    }

    /**
     * LE-16.
     *
     * @param action the same in one word: what differs in its note only is taken for a repetition
     */
    void tellEvent(String action, String what) {
        ObjectReference lease = ObjectReference.builder()
                .apiVersion(Lease.TYPE.apiVersion())
                .kind(Lease.TYPE.kind())
                .namespace(store.key().namespace())
                .name(store.key().name())
                .build();
        String note = election.identity() + " " + what;
        events.record(new Occurrence(lease, null, EventType.NORMAL, "LeaderElection", action, note, Map.of()));
    }
}
