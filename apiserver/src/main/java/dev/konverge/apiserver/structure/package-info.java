/**
 * What a value of a kind looks like and how two values of it are merged: which fields there are, which lists are sets or maps by
 * key, what is one whole. Built when first asked for, from the schema of the built-in kinds or from the schema in a CRD, and used
 * by server-side apply, strategic merge patch and the check for unknown fields. Nothing here validates values.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.structure;
