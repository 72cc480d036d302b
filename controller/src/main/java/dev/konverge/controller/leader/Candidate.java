package dev.konverge.controller.leader;

/** One who wants to lead: what a {@link LeaderElector} calls. */
@FunctionalInterface
public interface Candidate {
    /**
     * Leads. Called on a thread of its own, once for each term, and never twice at a time. The thread is interrupted when the
     * term ends; the elector campaigns again only after this method has returned. Returning earlier leaves the term as it is.
     *
     * @param term the term, to be asked before each write
     * @throws InterruptedException when the term has ended; the ordinary end
     * @throws Exception anything else gives the lease up, so that another candidate may do better
     */
    void lead(Term term) throws Exception;

    /**
     * The lease was seen to be held by another one than before; this process included. Empty if nobody holds it. Called in
     * order, on a thread that the election does not wait for; of many changes that come faster than it returns, the oldest are
     * left out.
     */
    default void newLeader(String identity) {}
}
