package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.StatusException;

/** What is different about deleting many objects at once: that one is gone already is no failure. */
final class CollectionDeletion {
    private CollectionDeletion() {}

    static void tolerant(Runnable deletion) {
        try {
            deletion.run();
        } catch (StatusException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }
}
