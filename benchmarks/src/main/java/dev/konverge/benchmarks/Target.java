package dev.konverge.benchmarks;

/**
 * How far ahead of a peer we want to be.
 *
 * @param peer the peer
 * @param ratio the ratio to reach; above 1 means ahead
 */
public record Target(String peer, double ratio) {}
