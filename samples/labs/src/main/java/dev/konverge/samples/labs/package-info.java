/** Small programs that each show one client: read them from top to bottom. */
package dev.konverge.samples.labs;
