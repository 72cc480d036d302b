/** Other people's clients, unmodified, against the embedded API server over TLS: what they believe is worth believing. */
package dev.konverge.benchmarks.clients;
