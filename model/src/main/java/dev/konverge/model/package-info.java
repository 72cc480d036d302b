/**
 * Kubernetes resources as immutable values: the vocabulary of everything else.
 *
 * <p>Every kind is a generated record in a package of its group and version, such as {@code
 * dev.konverge.model.core.v1.Pod}. This package holds what they share: {@link dev.konverge.model.Resource} and {@link
 * dev.konverge.model.ObjectMeta}, the names of kinds and objects ({@link dev.konverge.model.ResourceType}, {@link
 * dev.konverge.model.Key}, {@link dev.konverge.model.ResourceVersion}), the types with rules of their own ({@link
 * dev.konverge.model.Quantity}, {@link dev.konverge.model.IntOrString}, {@link dev.konverge.model.TimeFormat}), selectors
 * ({@link dev.konverge.model.Selector}, {@link dev.konverge.model.FieldSelector}), changes ({@link
 * dev.konverge.model.Patch}), and objects whose kind is not known at build time ({@link
 * dev.konverge.model.Unstructured}).
 *
 * <p>Bytes come in and go out through {@link dev.konverge.model.codec}, people's texts through {@link
 * dev.konverge.model.Yaml}. Nothing here does I/O, knows the time or keeps state; everything may be used by any number
 * of threads.
 */
package dev.konverge.model;
