package dev.konverge.controller.leader;

/** Is told how an election goes. Called on the elector's thread, so it must be quick. */
public interface ElectionMetrics {
    /** Tells nobody. */
    ElectionMetrics NONE = new ElectionMetrics() {};

    /** This process leads from now on, or no longer ({@code leader_election_master_status}). */
    default void leading(String name, boolean leads) {}

    /** A leader could not renew without reading the lease first ({@code leader_election_slowpath_total}). */
    default void slowPath(String name) {}
}
