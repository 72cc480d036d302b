/**
 * Failures on request, for tests of clients: what networks, proxies and busy servers do, made to happen at a chosen moment.
 *
 * <p>{@link dev.konverge.apiserver.fault.Faults} stands between the authentication and the server and lets requests through. A
 * rule that was added names the requests it is for ({@link dev.konverge.apiserver.fault.Match}) and what happens to them
 * ({@link dev.konverge.apiserver.fault.Fault}). Rules come from a test in the same process, or over HTTP from anywhere
 * ({@link dev.konverge.apiserver.fault.FaultControl}).
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.fault;
