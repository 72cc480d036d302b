package dev.konverge.controller.leader;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A candidate at work: a term, and the thread on which the candidate leads. */
final class Reign {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    private final Term term;
    private final Task work;

    Reign(Platform platform, Term term, Candidate candidate, Runnable onFailure) {
        this.term = term;
        this.work = platform.start("leader " + term.identity(), () -> lead(candidate, onFailure));
    }

    private void lead(Candidate candidate, Runnable onFailure) throws InterruptedException {
        try {
            candidate.lead(term);
        } catch (InterruptedException asked) {
            throw asked;
        } catch (Throwable failure) {
            onFailure.run();
            term.in(LOG.atError())
                    .setCause(failure)
                    .log("a candidate has failed; it leaves the lease to whoever is next");
        }
    }

    Term term() {
        return term;
    }

    /** Shuts the fence, then stops the candidate, however long that takes. */
    void depose() throws InterruptedException {
        term.end();
        work.interrupt();
        boolean reported = false;
        while (!work.join(Task.STOP_BOUND)) {
            if (!reported) {
                reported = true;
                term.in(LOG.atError())
                        .log("a candidate whose term has ended does not stop; it cannot campaign before it does");
            }
        }
    }

    /**
     * Stops the candidate while its writes still pass, then shuts the fence.
     *
     * @return whether it stopped within its term
     */
    boolean retire() throws InterruptedException {
        work.interrupt();
        boolean stopped = work.join(term.remaining()) && term.isOpen();
        term.end();
        return stopped;
    }

    /** Stops the candidate if it has not stopped yet, and reports it if it does not. */
    void close() {
        term.end();
        work.close();
    }
}
