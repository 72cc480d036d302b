/**
 * The three patches that change an object where it is: JSON patch, merge patch and strategic merge patch, each a pure function from
 * the stored object and the patch to the new object. What does not fit ends in the refusal that Kubernetes answers with.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.patch;
