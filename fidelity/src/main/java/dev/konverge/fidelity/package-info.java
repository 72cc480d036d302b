/**
 * How far the embedded API server can be believed: scenarios are played on it and on a real kube-apiserver, and the two transcripts
 * are compared.
 *
 * <p>A scenario comes from a file or from the random generator; it is played on both servers; what may differ is replaced by words;
 * what still differs is looked up in the list of known differences, and reported.
 */
package dev.konverge.fidelity;
