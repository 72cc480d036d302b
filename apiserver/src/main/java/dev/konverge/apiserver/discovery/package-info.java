/**
 * What the server tells about itself: which groups, versions and resources it serves (legacy and aggregated discovery), what
 * their objects look like (OpenAPI), which release it speaks for, and how it feels.
 *
 * <p>All of it is derived from a {@link dev.konverge.apiserver.catalog.Catalog} and the schema of Kubernetes, and kept until the
 * catalog's generation changes: a definition that is added, changed or removed shows with the very next request.
 * {@link dev.konverge.apiserver.discovery.Discovery} is the door: a function from a request to an answer.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.discovery;
