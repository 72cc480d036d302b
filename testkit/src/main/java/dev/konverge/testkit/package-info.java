/**
 * What a controller author needs in a test.
 *
 * <p>{@link dev.konverge.testkit.TestCluster} holds an embedded API server, clients that reach it without a socket, and the
 * managers under test, under virtual time or the machine's; {@link dev.konverge.testkit.WithCluster} gives one to a JUnit test.
 */
package dev.konverge.testkit;
