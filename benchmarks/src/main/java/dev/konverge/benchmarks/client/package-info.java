/**
 * Clients beside fabric8's and the official Java client's, all against one server that says always the same: requests, writes, a long
 * list, idle watches.
 */
package dev.konverge.benchmarks.client;
