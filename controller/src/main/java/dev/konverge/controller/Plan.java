package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.Optional;

/** What is told of every write, and whether writes are meant. Safe for use by many threads. */
public interface Plan {
    /** Writes are meant, and nobody is told. */
    Plan NONE = new Plan() {
        @Override
        public boolean isDryRun() {
            return false;
        }

        @Override
        public <R extends Resource> void tell(
                Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after) {}
    };

    /** What a write does. */
    enum Operation {
        /** Server-side apply. */
        APPLY,
        /** The creation of an object. */
        CREATE,
        /** A change of an object or of its status. */
        EDIT,
        /** The deletion of an object. */
        DELETE
    }

    /** {@return whether the server is asked to do everything but store it} */
    boolean isDryRun();

    /**
     * Takes note of a write that the server accepted.
     *
     * @param before the object as it was known, nothing if it was not; in a plan as it is stored, whatever was tried before
     * @param after the object as the server returned it, nothing if it was deleted
     */
    <R extends Resource> void tell(Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after);

    /**
     * Takes note of an object that is being deleted, and that {@code onDelete} would be called for. In a plan it is not: nobody
     * knows what it does outside the server.
     */
    default <R extends Resource> void tellCleanUp(ResourceType<R> type, R object) {}

    /** Takes note of a reconcile that failed, so that not all that it would write was told. Whoever asked for the plan hears of it anyway. */
    default void tellFailure(String controller, Key key, Throwable failure) {}
}
