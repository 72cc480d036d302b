package dev.konverge.controller.leader;

import dev.konverge.controller.guard.Guard;

/** Somebody else's figures of an election, of which no failure comes through: the lease would be lost by it. */
final class GuardedElectionMetrics implements ElectionMetrics {
    private final ElectionMetrics port;
    private final Guard guard = new Guard("election metrics");

    GuardedElectionMetrics(ElectionMetrics port) {
        this.port = port;
    }

    @Override
    public void leading(String name, boolean leads) {
        guard.tell(() -> port.leading(name, leads));
    }

    @Override
    public void slowPath(String name) {
        guard.tell(() -> port.slowPath(name));
    }
}
