/**
 * What the server says when it refuses: {@code Status} objects with the codes, reasons and texts of Kubernetes. Every other
 * package throws {@link dev.konverge.apiserver.failure.StatusException}; the front writes what it carries as the answer.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.failure;
