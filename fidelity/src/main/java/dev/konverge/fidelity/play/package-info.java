/** Plays scenarios on a server and writes down what it answered, as it came. */
package dev.konverge.fidelity.play;
