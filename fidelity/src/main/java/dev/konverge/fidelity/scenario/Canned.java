package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;

/** What a webhook answers. Its texts may name values of the scenario, and parts of what was asked as {@code ${review.…}}. */
public sealed interface Canned {
    /**
     * The answer to an admission review.
     *
     * @param response its response, where the uid is filled in and a {@code patch} is a list of changes
     */
    record Admission(Json.Obj response) implements Canned {}

    /**
     * The answer to a conversion review: all objects in the version that was asked for.
     *
     * @param change what else is changed in each of them, as a merge patch changes it
     */
    record Conversion(Json.Obj change) implements Canned {}

    /**
     * Any document or text.
     *
     * @param status the HTTP status
     * @param type the media type
     * @param body the body: a text is sent as it is, anything else as JSON
     */
    record Raw(int status, String type, Json body) implements Canned {}

    /** No answer at all, however long somebody waits. */
    record Silence() implements Canned {}
}
