/**
 * Facts about API types: which there are, their fields, and how each is named, numbered, listed, merged and defaulted.
 *
 * <p>A {@link dev.konverge.schema.Schema} is plain data. It is imported once from the API description that Kubernetes
 * publishes, kept as a text file, and read by everyone who needs to know something about a built-in kind: the code
 * generator, the embedded API server, discovery. Nothing about a built-in kind is written down anywhere else.
 */
package dev.konverge.schema;
