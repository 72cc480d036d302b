/**
 * What the embedded API server costs: its start, small writes over TLS, watchers, long lists and held objects. Server and load share a
 * process, so that the cost of a row is the cost of both ends.
 */
package dev.konverge.benchmarks.apiserver;
