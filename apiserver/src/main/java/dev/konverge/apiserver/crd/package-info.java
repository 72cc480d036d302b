/**
 * Custom resources: what a definition may say, what becomes of it when it is stored, and what the objects of its kinds go through.
 *
 * <p>A stored definition becomes a {@link dev.konverge.apiserver.crd.CustomDefinition}, and each version of it a
 * {@link dev.konverge.apiserver.crd.CustomKind}. An object of such a kind is pruned, gets its defaults, is merged by the structure
 * made from the same schema, and is checked against it and against the rules in it before it is stored. Where there are rules in CEL,
 * package {@code cel} is asked what they say; where there are none, it is not even loaded.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.crd;
