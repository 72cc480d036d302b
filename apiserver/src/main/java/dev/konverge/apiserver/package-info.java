/**
 * The front of the embedded API server: a function from a {@link dev.konverge.apiserver.ServerRequest} to a
 * {@link dev.konverge.apiserver.ServerResponse}, in process or behind a socket.
 *
 * <p>A request passes authentication and faults, is routed by its path, read by {@code negotiate}, carried out by {@code verb}
 * on the {@code store}, and rendered by {@code negotiate} again.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver;
