/**
 * The demonstration: an embedded API server, the workload controllers and the sample controller in one process, and a story of
 * what they make of a few Foos, told as it happens.
 */
package dev.konverge.cli.demo;
