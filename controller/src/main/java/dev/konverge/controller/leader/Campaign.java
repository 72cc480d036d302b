package dev.konverge.controller.leader;

import dev.konverge.base.Clock;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.Optional;

/**
 * A running {@link LeaderElector}. It campaigns until it is closed: a lost term is followed by the next attempt.
 *
 * <p>Safe for use by many threads.
 */
public final class Campaign implements AutoCloseable {
    private static final Fence SHUT = () -> false;

    private final LeaderElector elector;
    private final CampaignLoop loop;
    private final Task task;

    /** Written by the one who closes it, read by whoever asks how it goes. */
    private volatile boolean closed;

    Campaign(LeaderElector elector, CampaignLoop loop, Task task) {
        this.elector = elector;
        this.loop = loop;
        this.task = task;
    }

    /** {@return the term of this process, if it leads} */
    public Optional<Term> findTerm() {
        return Optional.ofNullable(loop.standing().term()).filter(Term::isOpen);
    }

    /** {@return who held the lease when it was last seen, if anybody did} */
    public Optional<String> findLeader() {
        return Optional.of(loop.standing().leader()).filter(leader -> !leader.isEmpty());
    }

    /** {@return the fence that is in force now: that of the term, shut if this process does not lead} */
    public Fence fence() {
        Term term = loop.standing().term();
        return term == null ? SHUT : term;
    }

    /**
     * {@return what is wrong, if something is: this process was elected, its lease has run out, and it still has not stopped; or the
     * campaign has ended, though nobody has closed it}
     *
     * @param tolerance for how long after the end of the lease that is acceptable (LE-11)
     */
    public Optional<String> findProblem(Duration tolerance) {
        if (task.isDone() && !closed) {
            return Optional.of("the campaign for lease " + elector.store().key() + " has ended");
        }
        CampaignLoop.Standing now = loop.standing();
        Duration patience = elector.election().leaseDuration().plus(tolerance);
        boolean late = now.term() != null
                && Clock.deadline(now.lastChange(), patience)
                        < elector.platform().clock().nanoTime();
        return late
                ? Optional.of("failed election to renew leadership on lease "
                        + elector.store().key())
                : Optional.empty();
    }

    /**
     * Ends the campaign. A leader's work is interrupted and waited for; if it stops within the term, the lease is given up, so
     * that another can lead at once.
     */
    @Override
    public void close() {
        closed = true;
        task.close();
    }
}
