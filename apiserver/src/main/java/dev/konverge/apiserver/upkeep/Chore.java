package dev.konverge.apiserver.upkeep;

import dev.konverge.model.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One controller: it is told what changes, and does what that makes necessary.
 *
 * <p>Used by one thread. {@link #observe} only takes note; {@link #work} does one thing at a time, so that chores take turns.
 */
interface Chore {
    /**
     * Takes note of a change.
     *
     * @param id which object
     * @param before its state before, null if it was not there
     * @param after its state after, null if it is gone
     */
    void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after);

    /** Forgets everything: what is there is told anew. */
    void reset();

    /** {@return whether there was something to do}; does the next thing if so. */
    boolean work(Cluster cluster, Instant now);

    /** {@return when there will be something to do though nothing changes} */
    default Optional<Instant> findDeadline() {
        return Optional.empty();
    }
}
