/**
 * Makes two transcripts comparable by replacing what may differ by words, finds where they still differ, and looks up which
 * differences are known and why.
 */
package dev.konverge.fidelity.compare;
