/** Makes scenarios at random, from a seed: objects of every kind with fields that the schema knows, and what clients do with them. */
package dev.konverge.fidelity.random;
