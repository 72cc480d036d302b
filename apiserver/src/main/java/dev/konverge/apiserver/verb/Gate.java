package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.model.Json;
import org.jspecify.annotations.Nullable;

/** Admission: the last who may change or refuse a write. */
interface Gate {
    /** What is done. */
    enum Operation {
        /** An object is made. */
        CREATE,
        /** An object is changed. */
        UPDATE,
        /** An object is deleted. */
        DELETE
    }

    /**
     * A write that somebody attempts.
     *
     * @param operation what is done
     * @param served with what resource
     * @param namespace in which namespace, empty for none
     * @param name with which object, empty if it has no name yet
     * @param subresource through which subresource, empty for the object itself
     * @param object the new state, null for a deletion
     * @param old the state before, null for a creation
     * @param dryRun whether it will not be stored
     * @param user who does it
     * @param warnings takes what the user is told beside the answer
     * @param options what the request says of how
     * @param deadline until when
     */
    record Attempt(
            Operation operation,
            Served served,
            String namespace,
            String name,
            String subresource,
            Json.@Nullable Obj object,
            Json.@Nullable Obj old,
            boolean dryRun,
            User user,
            Warnings warnings,
            Json.Obj options,
            Deadline deadline) {}

    /**
     * {@return the object that shall be written}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    Json.Obj mutate(Attempt attempt, Json.Obj object);

    /**
     * {@return what shall be written of what is sent to a subresource that is an object of its own}; only those outside are asked
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    Json.Obj mutatePart(Attempt attempt, Json.Obj object);

    /**
     * Lets such an object pass.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    void validatePart(Attempt attempt, Json.Obj object);

    /**
     * Both at once. {@return the object}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    default Json.Obj admitPart(Attempt attempt, Json.Obj object) {
        Json.Obj admitted = mutatePart(attempt, object);
        validatePart(attempt, admitted);
        return admitted;
    }

    /**
     * Lets a write pass.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    void validate(Attempt attempt);
}
