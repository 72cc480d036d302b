/**
 * Foo controllers from none to all converged, ours beside JOSDK's and the Kubernetes sample in Go.
 *
 * <p>{@link dev.konverge.benchmarks.controller.FooServer} is the server, in a process of its own for the whole run, or {@link
 * dev.konverge.benchmarks.controller.RealFooServer}, which starts the real one for each round and reads what it was asked from its {@linkplain
 * dev.konverge.benchmarks.controller.AuditLog audit log}; a {@link dev.konverge.benchmarks.controller.Trial} is one round of one contender: it starts the contender's program, has the server
 * make Foos, and reads from the server and from the operating system what that took.
 */
@NullMarked
package dev.konverge.benchmarks.controller;

import org.jspecify.annotations.NullMarked;
