/**
 * What the embedded API server costs: its start, small writes over TLS, watchers, long lists and held objects. Over TLS the server is in a
 * process of its own, so that its processor time can be told from that of the load, which shares the machine with it.
 */
package dev.konverge.benchmarks.apiserver;
