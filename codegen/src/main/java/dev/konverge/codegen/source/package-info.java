/**
 * Turns a {@link dev.konverge.schema.Schema} into Java sources: records with builders, their codecs, and the list of all
 * kinds. Everything here is text in, text out; {@link dev.konverge.codegen.source.ModelGenerator} writes the files.
 */
package dev.konverge.codegen.source;
