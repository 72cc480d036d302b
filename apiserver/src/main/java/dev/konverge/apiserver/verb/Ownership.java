package dev.konverge.apiserver.verb;

import dev.konverge.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Keeps the record of who manages which fields of an object. Pure. */
interface Ownership {
    /**
     * {@return the new state with its record brought up to date}
     *
     * @param live the state before, null if there is none
     * @param next the state that somebody wants
     * @param manager who wants it
     */
    Json.Obj updated(Target target, Json.@Nullable Obj live, Json.Obj next, String manager, Instant now);

    /**
     * {@return what an applied configuration makes of an object}
     *
     * @param live the state before, null if there is none
     * @param config what somebody wants of it
     * @param force whether fields are taken from other managers
     * @throws dev.konverge.apiserver.failure.StatusException 409 if other managers want other values
     */
    Json.Obj applied(
            Target target, Json.@Nullable Obj live, Json.Obj config, String manager, boolean force, Instant now);

    /** {@return the new state with the record of {@code live} if they differ in nothing but its times} */
    Json.Obj withoutNewTimes(Json.Obj live, Json.Obj next);
}
