/**
 * What is asked of a server, as plain data: files of scenarios, unfolded into one scenario for each combination of their
 * parameters. Nothing here knows a server.
 */
package dev.konverge.fidelity.scenario;
