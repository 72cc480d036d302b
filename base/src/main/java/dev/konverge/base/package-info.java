/** The only code that touches the real clock, real threads, real randomness. */
package dev.konverge.base;
