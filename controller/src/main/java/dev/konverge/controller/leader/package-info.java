/**
 * Leader election: of several processes that could write, which one may.
 *
 * <p>A {@link dev.konverge.controller.leader.LeaderElector} campaigns for a lease. Each time it wins, its
 * {@link dev.konverge.controller.leader.Candidate} gets a {@link dev.konverge.controller.leader.Term}, which is also the
 * {@link dev.konverge.controller.leader.Fence} that every write passes: it shuts by itself, before anybody else can win.
 * Whoever wraps the transport with {@link dev.konverge.controller.leader.FencedTransport} cannot forget to ask.
 */
package dev.konverge.controller.leader;
