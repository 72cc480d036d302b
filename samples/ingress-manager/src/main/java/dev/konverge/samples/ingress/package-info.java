/** A controller for services: those with an annotation get an ingress, which follows them and goes with the annotation. */
package dev.konverge.samples.ingress;
