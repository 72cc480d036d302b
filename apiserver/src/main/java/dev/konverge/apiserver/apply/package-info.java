/**
 * Server-side apply: who owns which field, and what becomes of an object when somebody applies a configuration to it.
 *
 * <p>On its way an object meets {@link dev.konverge.apiserver.apply.ManagedFields} once, after it was decoded and before it is
 * checked and stored. There the entries of {@code metadata.managedFields} become {@link dev.konverge.apiserver.apply.FieldSet
 * sets of fields}, the old and the new object are compared, sets move from one manager to another, and the entries are written
 * back. Everything here is a pure function; the time is passed in.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.apply;
