/**
 * The memory of the server: every object at every revision that is still of interest.
 *
 * <p>{@link dev.konverge.apiserver.store.State} is the pure core, one immutable value that holds all collections and their
 * recent changes; writing makes the next value, which shares all that did not change. {@link dev.konverge.apiserver.store.Store}
 * is the shell: one lock, the current value, and signals for those who wait for changes. Readers take the current value and need
 * no lock; a fork is another shell around the same value.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.store;
