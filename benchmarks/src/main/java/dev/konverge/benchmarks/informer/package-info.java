/**
 * Informers beside those of fabric8, the official Java client and client-go: a server that gives made-up pods, programs that
 * each keep a copy of them, and what they report.
 */
@NullMarked
package dev.konverge.benchmarks.informer;

import org.jspecify.annotations.NullMarked;
