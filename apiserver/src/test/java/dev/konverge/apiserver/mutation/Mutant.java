package dev.konverge.apiserver.mutation;

import dev.konverge.apiserver.ServerRequest;

/**
 * A request that was spoiled.
 *
 * @param how what was done to it
 * @param request what has become of it
 * @param expected what the answer must be, as far as that is certain
 */
record Mutant(String how, ServerRequest request, Expectation expected) {
    enum Expectation {
        /** Whether the server can take it depends on where it was spoiled. */
        ANYTHING,
        /** It cannot be taken, whatever else it says. */
        REFUSED,
        /** The difference is one that must not matter. */
        AS_BEFORE
    }
}
