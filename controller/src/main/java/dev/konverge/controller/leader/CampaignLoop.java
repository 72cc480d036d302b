package dev.konverge.controller.leader;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.controller.leader.ElectionCore.Action;
import dev.konverge.controller.leader.ElectionCore.Input;
import dev.konverge.controller.leader.ElectionCore.Moment;
import dev.konverge.controller.leader.ElectionCore.Tenure;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an elector: carries out what {@link ElectionCore} wants, and makes the candidate lead while the core says so.
 *
 * <p>What is public to others is in {@link #standing}; all else belongs to the thread that runs it.
 */
final class CampaignLoop {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    private final Platform platform;
    private final LeaderElector elector;
    private final ElectionCore core;
    private final LeaseCalls calls;
    private final LeaderNews news;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    /** Written by the elector's thread, read by all. */
    private volatile Standing standing = new Standing(null, "", 0);

    /** Touched by the elector's thread only. */
    private @Nullable Reign reign;

    @GuardedBy("lock")
    private boolean candidateFailed;

    /**
     * What others may know.
     *
     * @param term the term of this process, until its work has stopped
     * @param leader who held the lease when it was last seen; empty if nobody did
     * @param lastChange when the lease was last seen to change
     */
    record Standing(@Nullable Term term, String leader, long lastChange) {}

    CampaignLoop(LeaderElector elector) {
        this.elector = elector;
        this.platform = elector.platform();
        this.core = new ElectionCore(elector.election(), platform.random());
        this.calls =
                new LeaseCalls(platform, elector.store(), elector.election().labels());
        this.news = new LeaderNews(platform, elector.candidate());
        this.changed = platform.signal(lock);
    }

    Standing standing() {
        return standing;
    }

    /** Runs until it is interrupted. */
    void run() throws InterruptedException {
        Task teller = platform.start("elector news " + elector.store().key(), news::run);
        try (teller;
                calls) {
            campaignAndStepDown();
        }
    }

    private void campaignAndStepDown() throws InterruptedException {
        try {
            campaign();
        } catch (InterruptedException stop) {
            stepDown();
            throw stop;
        } finally {
            if (reign != null) {
                reign.close();
            }
        }
    }

    private void campaign() throws InterruptedException {
        Input input = new Input.Timer();
        while (true) {
            try {
                Action action = step(input);
                if (action instanceof Action.Finish) {
                    return;
                }
                input = perform(action);
            } catch (RuntimeException | Error defect) {
                outlive(defect);
                input = new Input.Resign(true);
            }
        }
    }

    /** A defect, or no memory for what is to be done next, costs the term and not the campaign. */
    private void outlive(Throwable defect) throws InterruptedException {
        if (reign != null) {
            reign.term().end();
        }
        LOG.atError()
                .addKeyValue("lease", elector.store().key())
                .setCause(defect)
                .log("an election failed in itself; the lease is given up, and campaigned for again");
        depose();
        platform.sleep(elector.election().retryPeriod());
    }

    private Action step(Input input) throws InterruptedException {
        Clock clock = platform.clock();
        Action action = core.step(input, new Moment(clock.nanoTime(), clock.now()));
        if (action instanceof Action.Read && core.findTenure().isPresent()) {
            elector.metrics().slowPath(elector.name());
        }
        Optional<Tenure> tenure = core.findTenure();
        if (tenure.isEmpty()) {
            depose();
        } else if (reign == null) {
            enthrone(tenure.get());
        } else {
            reign.term().extend(tenure.get().deadline());
        }
        publish();
        return action;
    }

    private Input perform(Action action) throws InterruptedException {
        return switch (action) {
            case Action.Sleep(long until) -> sleep(until);
            case Action.Read() -> calls.read(patience());
            case Action.Create(LeaseRecord record) -> calls.create(record, patience());
            case Action.Update(LeaseRecord record) -> calls.update(record, patience());
            case Action.Finish() -> throw new IllegalStateException("the campaign is over");
        };
    }

    /** {@return until when to wait for an answer: a leader does not wait beyond its term} */
    private long patience() {
        long patience = platform.clock().deadlineAfter(elector.election().requestTimeout());
        return core.findTenure()
                .map(tenure -> Math.min(patience, tenure.deadline()))
                .orElse(patience);
    }

    private Input sleep(long until) throws InterruptedException {
        lock.lock();
        try {
            while (!candidateFailed && changed.awaitUntil(until)) {
                // Woken, not timed out: look again.
            }
            if (candidateFailed) {
                candidateFailed = false;
                return new Input.Resign(true);
            }
            return new Input.Timer();
        } finally {
            lock.unlock();
        }
    }

    private void candidateFailed() {
        lock.lock();
        try {
            candidateFailed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void enthrone(Tenure tenure) {
        Term term = new Term(platform.clock(), elector.election().identity(), tenure);
        term.in(LOG.atInfo().addKeyValue("lease", elector.store().key())).log("became leader");
        // Before anybody is told: there may be no memory for its thread.
        reign = new Reign(platform, term, elector.candidate(), this::candidateFailed);
        elector.metrics().leading(elector.name(), true);
        elector.tellEvent("BecomeLeader", "became leader");
    }

    private void depose() throws InterruptedException {
        Reign ending = reign;
        if (ending == null) {
            return;
        }
        stopLeading(ending);
        ending.depose();
        forget();
    }

    private void stopLeading(Reign ending) {
        ending.term().end();
        ending.term()
                .in(LOG.atInfo().addKeyValue("lease", elector.store().key()))
                .log("stopped leading");
        elector.metrics().leading(elector.name(), false);
        elector.tellEvent("StopLeading", "stopped leading");
    }

    /** The work of a term has stopped; a failure of it that nobody has looked at yet is of no interest any more. */
    private void forget() {
        reign = null;
        lock.lock();
        try {
            candidateFailed = false;
        } finally {
            lock.unlock();
        }
    }

    private void publish() {
        String leader = core.findHolder().orElse("");
        standing = new Standing(
                reign == null ? null : reign.term(),
                leader,
                core.findLastChange().orElse(0L));
        news.tell(leader);
    }

    /** In order: first the work, then the fence, then the lease. */
    private void stepDown() throws InterruptedException {
        Reign ending = reign;
        if (ending == null || core.findTenure().isEmpty()) {
            return;
        }
        boolean inTime = ending.retire();
        stopLeading(ending);
        if (!inTime) {
            return;
        }
        forget();
        Clock clock = platform.clock();
        Action action = core.step(new Input.Resign(false), new Moment(clock.nanoTime(), clock.now()));
        standing = new Standing(null, "", clock.nanoTime());
        while (!(action instanceof Action.Finish)) {
            action = core.step(perform(action), new Moment(clock.nanoTime(), clock.now()));
        }
    }
}
