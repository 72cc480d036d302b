/**
 * Turns annotated records into custom resources while they are compiled.
 *
 * <p>{@link dev.konverge.codegen.processor.KindProcessor} finds the records and writes the files. A {@code RecordReader} takes a
 * record apart, down to the types of the model, and makes of each part two things at once: its shape, from which
 * {@link dev.konverge.codegen.source.HandWrittenSources} makes codecs and builders, and its JSON schema, from which a
 * {@code Manifest} makes the definition.
 */
package dev.konverge.codegen.processor;
